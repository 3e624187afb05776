import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Button, buttonClass } from '../form/button.tsx'

type AccountSectionProps = {
  /** Null for a guest. */
  email: string | null
  /** Whether a guest may turn into an account. */
  canRegister: boolean
}

/** Who is signed in, and the buttons that sign out. */
export function AccountSection({ email, canRegister }: AccountSectionProps) {
  return (
    <section aria-labelledby="account-title" className="flex flex-col gap-4">
      <h2 id="account-title" className="text-lg font-semibold">
        Account
      </h2>
      {email ? (
        <p>
          Signed in as <strong className="font-medium">{email}</strong>.
        </p>
      ) : (
        <GuestNotice canRegister={canRegister} />
      )}
      <div className="flex flex-wrap gap-3">
        <Form method="post" action="/settings">
          <Button variant="secondary" name="intent" value="sign-out-others">
            Sign out everywhere else
          </Button>
        </Form>
        {email ? (
          <Form method="post" action="/logout">
            <Button variant="secondary">Sign out</Button>
          </Form>
        ) : (
          // A link to a page that asks first: a guest who signs out cannot sign in again.
          <Link to="/logout" className={buttonClass({ variant: 'secondary' })}>
            Sign out…
          </Link>
        )}
      </div>
    </section>
  )
}

function GuestNotice({ canRegister }: { canRegister: boolean }) {
  if (!canRegister) {
    return (
      <>
        <p>You are a guest. Sign in to an account to keep your chats.</p>
        <Link to={paths.login()} className={`self-start ${buttonClass()}`}>
          Sign in
        </Link>
      </>
    )
  }
  return (
    <>
      <p>You are a guest. Register to keep your chats and reach them from anywhere.</p>
      <Link to={paths.register()} className={`self-start ${buttonClass()}`}>
        Create an account
      </Link>
    </>
  )
}
