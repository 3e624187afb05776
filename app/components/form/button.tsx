import type { ComponentProps } from 'react'

const LOOKS = {
  primary: 'bg-accent text-accent-fg border-transparent hover:opacity-90',
  secondary: 'bg-surface text-fg border-control hover:border-muted',
  danger: 'bg-transparent text-danger border-danger hover:bg-danger/10',
} as const

type ButtonLook = { look?: keyof typeof LOOKS; full?: boolean }

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ look = 'primary', full = false }: ButtonLook = {}): string {
  return (
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-lg border px-4 py-2 text-sm ' +
    'font-medium transition focus-visible:outline-2 focus-visible:outline-offset-2 ' +
    `focus-visible:outline-accent aria-disabled:opacity-60 ${LOOKS[look]} ${full ? 'w-full' : ''}`
  )
}

type ButtonProps = Omit<ComponentProps<'button'>, 'className'> &
  ButtonLook & {
    /** While the form is on its way: a second click does nothing, the focus stays. */
    pending?: boolean
  }

/** A submit button, unless `type` says otherwise. */
export function Button({ look, full, pending, type = 'submit', ...button }: ButtonProps) {
  return (
    <button
      {...button}
      type={type}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : button.onClick}
      className={buttonClass({ look, full })}
    />
  )
}
