import type { ComponentProps } from 'react'

const VARIANTS = {
  primary: 'bg-accent text-accent-fg border-transparent hover:opacity-90',
  secondary: 'bg-surface text-fg border-control hover:border-muted',
  danger: 'bg-transparent text-danger border-danger hover:bg-danger/10',
} as const

type ButtonStyle = { variant?: keyof typeof VARIANTS; fullWidth?: boolean }

/** The classes of a button; also for a link that should look like one. */
export function buttonClass({ variant = 'primary', fullWidth = false }: ButtonStyle = {}): string {
  return (
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 py-2 text-sm ' +
    'font-medium transition focus-visible:outline-2 focus-visible:outline-offset-2 ' +
    `focus-visible:outline-accent aria-disabled:opacity-60 ${VARIANTS[variant]} ${fullWidth ? 'w-full' : ''}`
  )
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
