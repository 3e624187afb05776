import { useEffect } from 'react'
import { paths } from '#app/paths.ts'

/**
 * Makes a temporary chat, before its first message.
 *
 * @returns the response that refused it; null when it is there
 */
export async function openTemporaryChat(chatId: string): Promise<Response | null> {
  const response = await fetch(paths.temporaryChatTab(chatId, 'opens'), { method: 'POST' })
  return response.ok ? null : response
}

const AGAIN_MS = 10_000

/** Tells the service when the tab of a temporary chat is left, and when it is back after a reload. */
export function useTemporaryTab(chatId: string, isTemporary: boolean): void {
  useEffect(() => {
    if (!isTemporary) return
    const back = () => {
      fetch(paths.temporaryChatTab(chatId, 'returns'), { method: 'POST' }).catch(() => {})
    }
    const leave = () => navigator.sendBeacon(paths.temporaryChatTab(chatId, 'leaves'))
    /** The page was kept by the browser, and is shown again. */
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && back()
    back()
    // Once more, should what the page before has sent as it was left arrive only now.
    const again = setTimeout(back, AGAIN_MS)
    // Not at the end of this effect: who goes on to another chat in the tab may come back.
    addEventListener('pagehide', leave)
    addEventListener('pageshow', onShow)
    return () => {
      clearTimeout(again)
      removeEventListener('pageshow', onShow)
    }
  }, [chatId, isTemporary])
}
