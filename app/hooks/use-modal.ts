import { type RefObject, useEffect, useRef } from 'react'

/**
 * Shows a `<dialog>` over the page as long as its component is there. Esc and a click
 * beside it close it; the browser gives the focus back.
 */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (!element.open) element.showModal()
    const onEnd = () => close.current()
    // What is around the content belongs to the dialog itself: its backdrop.
    const onPress = (event: MouseEvent) => {
      if (event.target === element) element.close()
    }
    element.addEventListener('close', onEnd)
    element.addEventListener('mousedown', onPress)
    return () => {
      element.removeEventListener('close', onEnd)
      element.removeEventListener('mousedown', onPress)
    }
  }, [])
  return dialog
}
