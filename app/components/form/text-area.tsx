import { type ComponentProps, useId } from 'react'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
  label: string
  name: string
  /** Says what is wrong with the text and how to correct it. */
  error?: string | undefined
  hint?: string | undefined
}

/** A labelled field for a text of some lines, with its hint and its error message. */
export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="text-field">
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className="muted">
          {hint}
        </p>
      )}
      <textarea
        {...area}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
