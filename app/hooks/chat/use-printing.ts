import { useEffect } from 'react'
import { paths } from '#app/paths.ts'

/**
 * Prints a chat as a whole. Where messages are not loaded yet, the keys for printing
 * lead to the page with all of them, which prints itself: no browser waits for them.
 */
export function usePrinting(chatId: string, hasOlder: boolean): void {
  useEffect(() => {
    const isWhole = new URLSearchParams(location.search).has('print')
    if (isWhole) void import('./print-page.ts').then(({ printPage }) => printPage())
    if (isWhole || !hasOlder) return
    function onKeyDown(event: KeyboardEvent) {
      const isMod = event.ctrlKey || event.metaKey
      if (event.key !== 'p' || !isMod || event.shiftKey || event.altKey) return
      event.preventDefault()
      location.assign(paths.printedChat(chatId))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [chatId, hasOlder])
}
