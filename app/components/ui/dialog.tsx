import { type ReactNode, useId } from 'react'
import { useModal } from '#hooks/use-modal.ts'

type DialogProps = {
  title: string
  /** Called when the user has closed it: with Escape, the button, or a press outside. */
  onClose(): void
  children: ReactNode
}

/**
 * A modal dialog, open as long as it is there, on the element of HTML: the browser
 * keeps the focus inside and gives it back. It needs JavaScript; without it there
 * is a page for the same.
 *
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useModal(onClose)
  const titleId = useId()
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId}>
      <div className="dialog-body">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className="icon-button i-close"
            aria-label="Close"
            onClick={() => dialog.current?.close()}
          />
        </header>
        {children}
      </div>
    </dialog>
  )
}
