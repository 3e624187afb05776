import { paths } from '#app/paths.ts'
import { AccountPage, OtherFormLink } from './account-page.tsx'

/** Shown at /register where accounts are made by the operator only. */
export function RegistrationClosed({ redirectTo }: { redirectTo: string }) {
  return (
    <AccountPage title="Registration is closed">
      <p className="account-note">Ask whoever runs this service for an account.</p>
      <OtherFormLink question="Have an account?" to={paths.login(redirectTo)} label="Sign in" />
    </AccountPage>
  )
}
