import { useEffect } from 'react'
import type { ChatSession } from '#hooks/chat/chat-session.ts'

/**
 * Prints a chat as a whole: at once on the page that is made for it, else with the
 * keys for printing, where messages are not loaded yet. The browser's own command
 * waits for nothing, so it prints what is there and says what is not.
 */
export function usePrinting(session: ChatSession, hasOlder: boolean): void {
  useEffect(() => {
    const isForPrint = new URLSearchParams(location.search).has('print')
    if (isForPrint) void import('./print-chat.ts').then(({ printChat }) => printChat(session))
  }, [session])
  useEffect(() => {
    if (!hasOlder) return
    function onKeyDown(event: KeyboardEvent) {
      const isMod = event.ctrlKey || event.metaKey
      if (event.key !== 'p' || !isMod || event.shiftKey || event.altKey) return
      event.preventDefault()
      void import('./print-chat.ts').then(({ printChat }) => printChat(session))
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [session, hasOlder])
}
