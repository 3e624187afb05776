import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import {
  MAX_PROMPT_LENGTH,
  MAX_PROMPT_NAME_LENGTH,
  type Prompt,
} from '#core/prompts/prompt-schema.ts'
import { useFocusFirstInvalid } from '#hooks/use-focus-first-invalid.ts'
import { Field } from '../form/field.tsx'
import { FormError } from '../form/form-error.tsx'
import { TextArea } from '../form/text-area.tsx'
import type { SettingsFailure } from './settings-result.ts'

type PromptFormProps = {
  /** The prompt that is changed; left out for a new one. */
  prompt?: Prompt
  failure: SettingsFailure | undefined
}

/** Adds a prompt, or changes one. */
export function PromptForm({ prompt, failure }: PromptFormProps) {
  const form = useFocusFirstInvalid(failure)
  const { name, text } = failure?.errors ?? {}
  return (
    <Form ref={form} method="post" action={paths.prompts()} noValidate className="settings-form">
      <input type="hidden" name="intent" value={prompt ? 'update' : 'create'} />
      {prompt && <input type="hidden" name="id" value={prompt.id} />}
      {failure && !name && !text && <FormError message={failure.message} />}
      <Field
        label="Name"
        name="name"
        required
        maxLength={MAX_PROMPT_NAME_LENGTH + 1}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="For example: summarise"
        defaultValue={failure?.values.name ?? prompt?.name}
        error={name}
      />
      <TextArea
        label="Text"
        name="text"
        required
        rows={5}
        maxLength={MAX_PROMPT_LENGTH}
        defaultValue={failure?.values.text ?? prompt?.text}
        error={text}
      />
      <div className="row">
        <button type="submit" className="button primary">
          {prompt ? 'Save prompt' : 'Add prompt'}
        </button>
        {prompt && (
          <Link className="button" to={paths.prompts()}>
            Cancel
          </Link>
        )}
      </div>
    </Form>
  )
}
