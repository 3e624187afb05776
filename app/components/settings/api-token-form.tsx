import { Form, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Field } from '../form/field.tsx'
import { SelectField } from '../form/select-field.tsx'
import { CopyText } from './copy-text.tsx'
import type { SettingsFailure } from './settings-result.ts'

const EXPIRIES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
] as const

type ApiTokenFormProps = {
  failure: SettingsFailure | undefined
  /** The token that the last submission created; the form is empty again after it. */
  newToken: { token: string } | undefined
}

/** Creates an API token with a name and an expiry. */
export function ApiTokenForm({ failure, newToken }: ApiTokenFormProps) {
  const form = useFocusFirstInvalid(failure)
  const isPending = useNavigation().formData?.get('intent') === 'create-token'
  const { name, expiresInDays } = failure?.errors ?? {}
  return (
    <Form
      ref={form}
      key={newToken?.token}
      method="post"
      action={paths.settings()}
      noValidate
      className="settings-form token-form"
    >
      <input type="hidden" name="intent" value="create-token" />
      <Field
        label="Name"
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        placeholder="For example: backup script"
        defaultValue={failure?.values.name}
        error={name}
        autoFocus={Boolean(name)}
      />
      <SelectField
        label="Expires"
        name="expiresInDays"
        options={EXPIRIES}
        defaultValue={failure?.values.expiresInDays ?? '90'}
        error={expiresInDays}
      />
      <button type="submit" className="button" aria-disabled={isPending || undefined}>
        Create token
      </button>
    </Form>
  )
}

/** A token that was just created. It is shown only this once; one click selects all of it. */
export function NewApiToken({ name, token }: { name: string; token: string }) {
  return (
    <section aria-labelledby="new-token-title" className="new-token">
      <h3 id="new-token-title">Copy the token “{name}” now</h3>
      <p className="muted">
        It is shown only this once. Send it in the header <code>Authorization: Bearer</code>.
      </p>
      <CopyText text={token} label="Copy token" />
    </section>
  )
}
