import { Form, Link } from '@remix-run/react'
import { Button, buttonClass } from '../form/button.tsx'

/** Who is signed in, and the buttons that sign out. */
export function AccountSection({ email }: { email: string | null }) {
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
        <>
          <p>You are a guest. Register to keep your chats and reach them from anywhere.</p>
          <Link to="/register" className={`self-start ${buttonClass()}`}>
            Create an account
          </Link>
        </>
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
