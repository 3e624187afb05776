import { Form, useNavigation } from '@remix-run/react'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Button } from '../form/button.tsx'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'

type CredentialsFormProps = {
  action: '/login' | '/register'
  submitLabel: string
  /** A path of this service to go to afterwards. */
  redirectTo: string
  /** A message that was written before, which goes along. */
  text?: string | undefined
  password: { autoComplete: 'current-password' | 'new-password'; hint?: string }
  /** Why the last submission was refused. */
  failure:
    | { message: string; errors: Record<string, string>; values: Record<string, string> }
    | undefined
}

/** The form with email and password, for signing in and for registering. */
export function CredentialsForm(props: CredentialsFormProps) {
  const { action, submitLabel, redirectTo, text, password, failure } = props
  const { email, password: passwordError } = failure?.errors ?? {}
  const form = useFocusFirstInvalid(failure)
  const isPending = useNavigation().formAction === action
  return (
    // noValidate: the server says beside each field what is wrong, in the same words in every browser.
    <Form ref={form} method="post" action={action} noValidate className="account-form">
      {!email && !passwordError && <FormError message={failure?.message} />}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={failure?.values.email}
        error={email}
        autoFocus={Boolean(email)}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        required
        {...password}
        error={passwordError}
        autoFocus={Boolean(passwordError) && !email}
      />
      <input type="hidden" name="redirectTo" value={redirectTo} />
      {text && <input type="hidden" name="text" value={text} />}
      <Button fullWidth pending={isPending}>
        {submitLabel}
      </Button>
    </Form>
  )
}
