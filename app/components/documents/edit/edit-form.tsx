import { Form } from '@remix-run/react'
import { useId } from 'react'
import { paths } from '#app/paths.ts'
import { Field } from '../../form/field.tsx'
import { FormButtons } from './form-buttons.tsx'

export type EditValues = { title: string; content: string; baseCreatedAt: string }

type EditFormProps = {
  id: string
  back: string
  /** Undefined when it is not known, because the session has ended. */
  kind: string | undefined
  values: EditValues
  /** By the name of the field. */
  errors: Record<string, string>
}

const HINTS: Record<string, string> = {
  text: 'Formatted with Markdown: # heading, **bold**, - list.',
  sheet: 'Rows of values that are separated by commas.',
}

/** Title and content of a document, to be edited as text. */
export function EditForm({ id, back, kind, values, errors }: EditFormProps) {
  const fieldId = useId()
  const hint = kind === undefined ? undefined : HINTS[kind]
  const described = [hint && `${fieldId}-hint`, errors.content && `${fieldId}-error`]
  return (
    <Form
      method="post"
      action={paths.documentEdit(id, back)}
      // Several times smaller than the other encoding where a text is not English.
      encType="multipart/form-data"
      className="edit-form"
    >
      <input type="hidden" name="baseCreatedAt" value={values.baseCreatedAt} />
      <input type="hidden" name="redirectTo" value={back} />
      <Field
        label="Title"
        name="title"
        defaultValue={values.title}
        error={errors.title}
        autoComplete="off"
        required
      />
      <div className="edit-field">
        <label htmlFor={fieldId}>Content</label>
        <textarea
          id={fieldId}
          name="content"
          className="plain-editor"
          rows={20}
          defaultValue={values.content}
          dir="auto"
          spellCheck={kind === 'text'}
          aria-invalid={errors.content ? true : undefined}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
        />
        {hint && <p id={`${fieldId}-hint`}>{hint}</p>}
        {errors.content && (
          <p id={`${fieldId}-error`} className="edit-error">
            The content {errors.content}.
          </p>
        )}
      </div>
      <FormButtons intent="edit" label="Save" back={back} />
    </Form>
  )
}
