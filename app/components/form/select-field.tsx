import { type ComponentProps, useId } from 'react'
import { INPUT_CLASS } from './field.tsx'

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id' | 'children'> & {
  label: string
  name: string
  options: readonly { value: string; label: string }[]
  error?: string | undefined
}

/** A labelled drop-down list. */
export function SelectField({ label, options, error, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-fg">
        {label}
      </label>
      <select
        {...select}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={INPUT_CLASS}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
