import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Button } from '../form/button.tsx'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'
import type { SettingsFailure } from '../settings/settings-result.ts'
import { AccountPage, OtherFormLink } from './account-page.tsx'

type ForgotPasswordPageProps = {
  /** Whether the service can send a link. */
  sendsMail: boolean
  result: { sentTo: string } | SettingsFailure | undefined
}

/** Asks for a link that resets the password, or says who can help. */
export function ForgotPasswordPage({ sendsMail, result }: ForgotPasswordPageProps) {
  const failure = result && 'message' in result ? result : undefined
  return (
    <AccountPage title="Forgot your password?">
      {sendsMail ? (
        result && 'sentTo' in result ? (
          <p role="status">
            If {result.sentTo} has an account here, a link is on its way to it. It works once,
            within an hour. Nothing there? Look among the unwanted mail.
          </p>
        ) : (
          <EmailForm failure={failure} />
        )
      ) : (
        <p>
          This service sends no mail. Ask whoever runs it: they can make a link with which you
          choose a new password.
        </p>
      )}
      <OtherFormLink question="Remembered it?" to={paths.login()} label="Sign in" />
    </AccountPage>
  )
}

function EmailForm({ failure }: { failure: SettingsFailure | undefined }) {
  const form = useFocusFirstInvalid(failure)
  const { email } = failure?.errors ?? {}
  return (
    <Form
      ref={form}
      method="post"
      action={paths.forgotPassword()}
      noValidate
      className="account-form"
    >
      {!email && <FormError message={failure?.message} />}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint="A link with which you choose a new password is sent to it."
        defaultValue={failure?.values.email}
        error={email}
      />
      <Button fullWidth>Send the link</Button>
    </Form>
  )
}
