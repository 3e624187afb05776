import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createChatSession } from './chat-session.ts'
import type { PageMessage } from './chat-types.ts'

type UseChatOptions = {
  chatId: string
  /** As the server stored them; taken once, at the start. */
  messages: PageMessage[]
  /** Whether a reply that is being written is the reader's own to follow. */
  isOwner: boolean
  onAccepted(): void
  onTitle(title: string): void
  onEnd(): void
}

/** The conversation of a chat page; mount it anew (by `key`) for another chat. */
export function useChat({ chatId, messages, isOwner, ...events }: UseChatOptions) {
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  const [session] = useState(() =>
    createChatSession({
      chatId,
      messages,
      onAccepted: () => latest.current.onAccepted(),
      onTitle: (title) => latest.current.onTitle(title),
      onEnd: () => latest.current.onEnd(),
    }),
  )
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot)

  useEffect(() => {
    if (isOwner) session.resume()
    return () => session.disconnect()
  }, [session, isOwner])

  return { ...snapshot, session }
}
