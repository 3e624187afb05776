import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PageMessage } from '#app/page-message.ts'
import type { StoredMessages } from './chat-requests.ts'
import { createChatSession } from './chat-session.ts'
import { loadReadReply } from './load-read-reply.ts'

type UseChatOptions = {
  chatId: string
  /** The stored messages, with which the conversation starts; later values are ignored. */
  messages: PageMessage[]
  /** Whether there are messages before these. */
  hasOlder: boolean
  /** Only the owner of a chat may follow a reply that is being written. */
  isOwner: boolean
  /** Done before the first message is sent; see the session. */
  prepare?: (() => Promise<Response | null>) | undefined
  onLoaded(stored: StoredMessages): void
  onAccepted(): void
  onTitle(title: string): void
  onDocument(id: string): void
  onEnd(): void
}

/** The conversation of a chat page. For another chat, the component needs another `key`. */
export function useChat({ chatId, messages, hasOlder, isOwner, ...events }: UseChatOptions) {
  const latestEvents = useRef(events)
  useEffect(() => {
    latestEvents.current = events
  })
  const [session] = useState(() =>
    createChatSession({
      chatId,
      messages,
      prepare: async () => (await latestEvents.current.prepare?.()) ?? null,
      hasOlder,
      onLoaded: (stored) => latestEvents.current.onLoaded(stored),
      onAccepted: () => latestEvents.current.onAccepted(),
      onTitle: (title) => latestEvents.current.onTitle(title),
      onDocument: (id) => latestEvents.current.onDocument(id),
      onEnd: () => latestEvents.current.onEnd(),
    }),
  )
  const snapshot = useSyncExternalStore(session.subscribe, session.getSnapshot, session.getSnapshot)

  useEffect(() => {
    // Where the network does not give it, it is loaded with the reply.
    loadReadReply().catch(() => {})
  }, [])
  useEffect(() => {
    if (isOwner) session.resume()
    return () => session.disconnect()
  }, [session, isOwner])

  return { ...snapshot, session }
}
