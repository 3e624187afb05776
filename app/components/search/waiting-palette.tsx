import { type MutableRefObject, useLayoutEffect, useRef } from 'react'

export const SEARCH_LABEL = 'Search chats, messages and documents'

type WaitingPaletteProps = {
  /** Gets what is typed. */
  typed: MutableRefObject<string>
  onClose(): void
}

/** Stands where the palette will be while it is loaded, so that no key goes to the page behind it. */
export function WaitingPalette({ typed, onClose }: WaitingPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Before it is removed: the focus goes back to where it was, and from there to the palette.
    return () => element?.close()
  }, [])
  return (
    <dialog ref={dialog} className="palette" aria-label="Search" onCancel={onClose}>
      <input
        type="text"
        aria-label={SEARCH_LABEL}
        placeholder={SEARCH_LABEL}
        autoComplete="off"
        onChange={({ target }) => {
          typed.current = target.value
        }}
      />
    </dialog>
  )
}
