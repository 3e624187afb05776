import { type ReactNode, useEffect, useId, useRef } from 'react'

type DialogProps = {
  title: string
  open: boolean
  className?: string
  /** Called when the user closes it: with Escape, the button, or a press outside. */
  onClose(): void
  children: ReactNode
}

/**
 * A modal dialog, on the element of HTML: the browser keeps the focus inside and
 * gives it back. It needs JavaScript; without it there is a page for the same.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export function Dialog({ title, open, className = '', onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has Escape and the button
    <dialog
      ref={element}
      className={`dialog ${className}`.trimEnd()}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) onClose()
      }}
    >
      {open && (
        <div className="dialog-body">
          <header className="dialog-head">
            <h2 id={titleId}>{title}</h2>
            <button
              type="button"
              className="icon-button i-close"
              aria-label="Close"
              onClick={onClose}
            />
          </header>
          {children}
        </div>
      )}
    </dialog>
  )
}
