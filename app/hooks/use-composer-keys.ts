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

/** Whether a key belongs to an input method, as for Japanese; some report the Enter that ends a word only by its code. */
export function isComposing(event: globalThis.KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}

/** Whether the key sends the message: Enter, except on a touch screen, where it begins a new line. */
export function isSendKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return false
  return !window.matchMedia('(pointer: coarse)').matches
}
