import type { PageMessage } from '#app/page-message.ts'
import type { ChatProblem } from './chat-types.ts'

/** `reconnecting`: the connection was lost, while the server goes on writing the reply. */
export type ChatPhase = 'idle' | 'sending' | 'streaming' | 'reconnecting' | 'stopping'

export type ChatSnapshot = {
  /** Messages before the others, which were loaded when the reader went up to them. */
  older: PageMessage[]
  /** Whether there are messages before all of these. */
  hasOlder: boolean
  messages: PageMessage[]
  phase: ChatPhase
  problem: ChatProblem | null
}

export type ChatState = ReturnType<typeof createChatState>

/**
 * What a chat page shows, in the form that React's `useSyncExternalStore`
 * reads: a snapshot that is replaced with every change, and its listeners.
 */
export function createChatState(messages: PageMessage[], hasOlder: boolean) {
  const listeners = new Set<() => void>()
  let snapshot: ChatSnapshot = { older: [], hasOlder, messages, phase: 'idle', problem: null }

  return {
    getSnapshot: () => snapshot,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    update(change: Partial<ChatSnapshot>) {
      snapshot = { ...snapshot, ...change }
      for (const listener of listeners) listener()
    },
  }
}
