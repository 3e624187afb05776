import { Form, useNavigation } from '@remix-run/react'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Button } from '../form/button.tsx'
import { Field } from '../form/field.tsx'
import { SelectField } from '../form/select-field.tsx'

const EXPIRIES = [
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: '', label: 'Never' },
] as const

type ApiTokenFormProps = {
  failure: { errors: Record<string, string>; values: Record<string, string> } | undefined
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
      action="/settings"
      noValidate
      className="flex flex-col gap-4 rounded-xl border border-border bg-surface p-4 sm:grid sm:grid-cols-[1fr_10rem_auto] sm:items-start"
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
      <div className="sm:pt-6.5">
        <Button pending={isPending} fullWidth>
          Create token
        </Button>
      </div>
    </Form>
  )
}

/** A token that was just created. It is shown only this once; one click selects all of it. */
export function NewApiToken({ name, token }: { name: string; token: string }) {
  return (
    <section
      aria-labelledby="new-token-title"
      className="flex flex-col gap-3 rounded-xl border border-accent bg-surface p-4"
    >
      <h2 id="new-token-title" className="font-semibold">
        Copy the token “{name}” now
      </h2>
      <p className="text-sm text-muted">
        It is shown only this once. Send it in the header <code>Authorization: Bearer</code>.
      </p>
      <code className="block rounded-lg border border-border bg-bg px-3 py-2 text-sm break-all select-all">
        {token}
      </code>
    </section>
  )
}
