import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { PasswordForm } from './password-form.tsx'
import type { SettingsFailure } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

type AccountSectionProps = {
  /** Null for a guest. */
  email: string | null
  /** Whether a guest may turn into an account. */
  canRegister: boolean
  /** Why the password was not changed. */
  failure: SettingsFailure | undefined
  done: string | undefined
}

/** Who is signed in, the password, and the button that signs out. */
export function AccountSection({ email, canRegister, failure, done }: AccountSectionProps) {
  return (
    <SettingsSection id="account" title="Account">
      {email ? (
        <>
          <p>
            Signed in as <strong>{email}</strong>.
          </p>
          <PasswordForm email={email} failure={failure} done={done} />
          <Form method="post" action={paths.logout()}>
            <button type="submit" className="button">
              Sign out
            </button>
          </Form>
        </>
      ) : (
        <GuestNotice canRegister={canRegister} />
      )}
    </SettingsSection>
  )
}

function GuestNotice({ canRegister }: { canRegister: boolean }) {
  return (
    <>
      <p>
        {canRegister
          ? 'You are a guest. Register to keep your chats and reach them from anywhere.'
          : 'You are a guest. Sign in to an account to keep your chats.'}
      </p>
      <p className="row">
        {canRegister ? (
          <Link to={paths.register()} className="button primary">
            Create an account
          </Link>
        ) : (
          <Link to={paths.login()} className="button primary">
            Sign in
          </Link>
        )}
        {/* A link to a page that asks first: a guest who signs out cannot sign in again. */}
        <Link to={paths.logout()} className="button">
          Sign out…
        </Link>
      </p>
    </>
  )
}
