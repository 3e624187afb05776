import { type KeyboardEvent, useEffect } from 'react'

/** Stops the running reply on Escape, unless something is open that Escape closes. */
export function useStopOnEscape(isRunning: boolean, onStop: () => void): void {
  useEffect(() => {
    if (!isRunning) return
    function onKeyDown(event: globalThis.KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      if (!isCoveredByPopup()) onStop()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isRunning, onStop])
}

/** Whether a dialog or a menu is open, which Escape closes first. */
export function isCoveredByPopup(): boolean {
  return document.querySelector('dialog[open], [popover]:popover-open:not(.tooltip)') !== null
}

/** Whether the key sends the message: Enter, except on a touch screen, where it begins a new line. */
export function isSendKey(event: KeyboardEvent): boolean {
  // Some input methods report the Enter that ends a composition with key code 229.
  const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
  if (event.key !== 'Enter' || event.shiftKey || isComposing) return false
  return !window.matchMedia('(pointer: coarse)').matches
}
