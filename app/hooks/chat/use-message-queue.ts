import { useCallback, useEffect, useRef, useState } from 'react'
import type { OutgoingMessage } from './chat-session.ts'

/** More is no conversation any more. */
const MAX_QUEUED = 10

type QueueOptions = {
  chatId: string
  /** Whether a reply is being written. */
  isBusy: boolean
  /** Whether the last reply is whole; after one that failed or was stopped, the user decides. */
  isComplete: boolean
  send(message: OutgoingMessage): Promise<boolean>
}

export type MessageQueue = ReturnType<typeof useMessageQueue>

/**
 * The messages that were written while a reply is running. When it has ended, the
 * first is sent. They are kept for the tab, across reloads; after a reload, or a
 * reply that failed or was stopped, they wait until the user sends them.
 */
export function useMessageQueue({ chatId, isBusy, isComplete, send }: QueueOptions) {
  const [messages, setMessages] = useState<OutgoingMessage[]>([])
  const name = `queue:${chatId}`
  useEffect(() => setMessages(read(name)), [name])

  // What is shown is the truth: the tab's storage may not have taken it.
  const change = useCallback(
    (edit: (queued: OutgoingMessage[]) => OutgoingMessage[]) =>
      setMessages((queued) => {
        const next = edit(queued)
        write(name, next)
        return next
      }),
    [name],
  )
  const sendAt = useCallback(
    async (index: number) => {
      const message = messages[index]
      if (!message) return
      change((queued) => queued.filter((each) => each !== message))
      // Refused: it waits again, and the reason is shown.
      if (!(await send(message))) change((queued) => [message, ...queued])
    },
    [messages, change, send],
  )

  const wasBusy = useRef(isBusy)
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy
    wasBusy.current = isBusy
    if (hasEnded && isComplete) void sendAt(0)
  }, [isBusy, isComplete, sendAt])

  return {
    messages,
    isFull: messages.length >= MAX_QUEUED,
    add: (message: OutgoingMessage) => change((queued) => [...queued, message]),
    remove: (index: number) => change((queued) => queued.filter((_, at) => at !== index)),
    sendAt,
  }
}

// The storage of the tab may be full or forbidden. Then the queue lasts until the page is left.
function read(name: string): OutgoingMessage[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function write(name: string, messages: OutgoingMessage[]) {
  try {
    if (messages.length > 0) sessionStorage.setItem(name, JSON.stringify(messages))
    else sessionStorage.removeItem(name)
  } catch {}
}
