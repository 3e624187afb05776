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
  /** The last success: the form starts anew after it. */
  done: { newToken?: { token: string } } | undefined
}

/** Makes an API token: its name, and when it ends. */
export function ApiTokenForm({ failure, done }: ApiTokenFormProps) {
  const form = useFocusFirstInvalid(failure)
  const pending = useNavigation().formData?.get('intent') === 'create-token'
  const { name, expiresInDays } = failure?.errors ?? {}
  return (
    <Form
      ref={form}
      key={done?.newToken?.token}
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
        placeholder="What will use it"
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
        <Button pending={pending} fullWidth>
          Create token
        </Button>
      </div>
    </Form>
  )
}
