import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Button } from '../form/button.tsx'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'
import type { SettingsFailure } from '../settings/settings-result.ts'
import { AccountPage, OtherFormLink } from './account-page.tsx'

type ResetPasswordPageProps = {
  /** Null when the link can no longer be used. */
  token: string | null
  /** Whether the password has just been changed. */
  isDone: boolean
  failure: SettingsFailure | undefined
}

/** Where the link of a mail leads: it takes a new password, once. */
export function ResetPasswordPage({ token, isDone, failure }: ResetPasswordPageProps) {
  const form = useFocusFirstInvalid(failure)
  if (isDone) {
    return (
      <AccountPage title="Your password is changed">
        <p role="status">
          You are signed out everywhere. API tokens stay valid: look at them in your settings.
        </p>
        <OtherFormLink question="Ready?" to={paths.login()} label="Sign in" />
      </AccountPage>
    )
  }
  if (!token) {
    return (
      <AccountPage title="This link does not work">
        <FormError message={failure?.message} />
        <p>It was used already, or is older than an hour.</p>
        <OtherFormLink
          question="Still no password?"
          to={paths.forgotPassword()}
          label="Ask for a new link"
        />
      </AccountPage>
    )
  }
  const { password } = failure?.errors ?? {}
  return (
    <AccountPage title="Choose a new password">
      {/* The address stays that of the link, so that a refused form is shown on a page that works. */}
      <Form ref={form} method="post" noValidate className="account-form">
        {!password && <FormError message={failure?.message} />}
        <input type="hidden" name="token" value={token} />
        <Field
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters. You are then signed out everywhere."
          error={password}
        />
        <Button fullWidth>Change password</Button>
      </Form>
    </AccountPage>
  )
}
