import { type ComponentProps, useId } from 'react'

type FieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  name: string
  /** Says what is wrong with the value and how to correct it. */
  error?: string | undefined
  hint?: string | undefined
}

export const INPUT_CLASS =
  'min-h-11 w-full rounded-lg border border-control bg-bg px-3 py-2 text-base text-fg ' +
  'placeholder:text-muted focus-visible:outline-2 focus-visible:outline-offset-1 ' +
  'focus-visible:outline-accent aria-invalid:border-danger'

/** A labelled input with its hint and its error message. */
export function Field({ label, hint, error, ...input }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-fg">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={INPUT_CLASS}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
