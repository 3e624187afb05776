import type { ComponentProps } from 'react'

type ButtonStyle = { variant?: 'primary' | 'secondary' | 'danger'; fullWidth?: boolean }

/** The classes of a form's button; also for a link that should look like one. */
export function buttonClass({ variant = 'primary', fullWidth = false }: ButtonStyle = {}): string {
  return `form-button ${variant} ${fullWidth ? 'full-width' : ''}`.trimEnd()
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonStyle & {
    /** While the form is being submitted, a click does nothing. The button keeps the focus. */
    pending?: boolean
  }

/** A submit button, unless `type` says otherwise. */
export function Button({ variant, fullWidth, pending, type = 'submit', ...button }: ButtonProps) {
  return (
    <button
      {...button}
      type={type}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : button.onClick}
      className={buttonClass({ variant, fullWidth })}
    />
  )
}
