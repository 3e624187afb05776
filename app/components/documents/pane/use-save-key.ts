import { useEffect } from 'react'

/** Saves at once on Ctrl+S (⌘S). The browser would save the page as a file. */
export function useSaveKey(save: (() => unknown) | undefined): void {
  useEffect(() => {
    if (!save) return
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      save?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [save])
}
