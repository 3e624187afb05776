import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'
import type { SettingsFailure } from './settings-result.ts'

type PasswordFormProps = {
  email: string
  failure: SettingsFailure | undefined
  /** Says that a form has just done its work: this one is closed and empty again. */
  done: string | undefined
}

/** Changes the password; opened when it is asked for, which needs no JavaScript. */
export function PasswordForm({ email, failure, done }: PasswordFormProps) {
  const form = useFocusFirstInvalid(failure)
  const { currentPassword, newPassword } = failure?.errors ?? {}
  return (
    <details className="settings-details" open={Boolean(failure)} key={done}>
      <summary>Change password</summary>
      <Form
        ref={form}
        method="post"
        action={paths.settings()}
        noValidate
        className="settings-form narrow"
      >
        <input type="hidden" name="intent" value="change-password" />
        {failure && !currentPassword && !newPassword && <FormError message={failure.message} />}
        {/* Password managers learn from it whose password changes. */}
        <input
          type="email"
          name="username"
          defaultValue={email}
          autoComplete="username"
          readOnly
          hidden
        />
        <Field
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          error={currentPassword}
        />
        <Field
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          hint="At least 8 characters."
          error={newPassword}
        />
        <p className="muted">
          You stay signed in here, and are signed out everywhere else. API tokens stay valid: revoke
          those that you no longer trust.
        </p>
        <button type="submit" className="button primary">
          Change password
        </button>
      </Form>
    </details>
  )
}
