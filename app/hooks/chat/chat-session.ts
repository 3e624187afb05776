import type { PageMessage } from '#app/page-message.ts'
import { randomUuid } from '../random-uuid.ts'
import { createChatRequests } from './chat-requests.ts'
import { createChatState } from './chat-state.ts'
import type { FilePart } from './chat-types.ts'
import { createDocumentDrafts } from './document-drafts.ts'
import { createReplyFollower } from './reply-follower.ts'

export type ChatSessionOptions = {
  chatId: string
  messages: PageMessage[]
  /** The server has taken the message: the chat and the message are stored. */
  onAccepted?(): void
  /** The chat has been given a title. */
  onTitle?(title: string): void
  /** The reply to a message that was sent here begins to write a document. */
  onDocument?(id: string): void
  /** The reply has ended. */
  onEnd?(): void
  /** For tests. */
  fetch?: typeof fetch
  /** Runs a repaint with the next frame; for tests. */
  schedule?(repaint: () => void): void
  /** Milliseconds before each next attempt after a lost connection; for tests. */
  retryDelays?: number[]
}

export type OutgoingMessage = { text: string; files: FilePart[]; model: string }

export type ChatSession = ReturnType<typeof createChatSession>

const RETRY_DELAYS = [300, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * The conversation of one chat page. A message that the server refuses is taken
 * out of the conversation again, so that the page shows what is stored.
 */
export function createChatSession(options: ChatSessionOptions) {
  const { chatId, onAccepted, onTitle, onEnd } = options
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  const requests = createChatRequests(chatId, send)
  const state = createChatState(options.messages)
  /** The documents of the reply that was asked for here; null when another page asked. */
  let started: Set<string> | null = null
  const drafts = createDocumentDrafts({
    schedule: options.schedule,
    onStart(id) {
      // A reply that is read again after a lost connection starts its documents again.
      if (!started || started.has(id)) return
      started.add(id)
      options.onDocument?.(id)
    },
  })
  const follower = createReplyFollower({
    state,
    requests,
    drafts,
    retryDelays: options.retryDelays ?? RETRY_DELAYS,
    schedule: options.schedule,
    onTitle: (title) => onTitle?.(title),
    onEnd: () => onEnd?.(),
  })
  const currentMessages = () => state.getSnapshot().messages

  /** Sends a conversation that ends with a user message. */
  function sendMessages(messages: PageMessage[], model: string): Promise<boolean> {
    if (state.getSnapshot().phase !== 'idle') return Promise.resolve(false)
    const previous = currentMessages()
    started = new Set()
    state.update({ messages, phase: 'sending', problem: null })
    return new Promise((resolve) => {
      void follower.follow(messages, (signal) => requests.postMessages(messages, model, signal), {
        onAccepted() {
          onAccepted?.()
          resolve(true)
        },
        onRefused() {
          state.update({ messages: previous })
          resolve(false)
        },
      })
    })
  }

  return {
    subscribe: state.subscribe,
    getSnapshot: state.getSnapshot,
    /** The documents that its replies write. */
    drafts,

    /**
     * Sends a new message.
     *
     * @returns whether the server took it, as soon as that is known; the reply follows
     */
    send({ text, files, model }: OutgoingMessage) {
      const parts = [...files, ...(text.trim() ? [{ type: 'text', text }] : [])]
      const message: PageMessage = { id: randomUuid(), role: 'user', parts }
      return sendMessages([...currentMessages(), message], model)
    },

    /** Requests another reply to the last user message. */
    retry(model: string) {
      const messages = currentMessages()
      const last = messages.findLastIndex(({ role }) => role === 'user')
      return last < 0 ? Promise.resolve(false) : sendMessages(messages.slice(0, last + 1), model)
    },

    /** Replaces the text of a user message and sends it again; the messages after it are dropped. */
    edit(messageId: string, text: string, model: string) {
      const messages = currentMessages()
      const index = messages.findIndex(({ id }) => id === messageId)
      const message = messages[index]
      if (!message || !text.trim()) return Promise.resolve(false)
      const files = message.parts.filter(({ type }) => type === 'file')
      const edited = { ...message, parts: [...files, { type: 'text', text }] }
      return sendMessages([...messages.slice(0, index), edited], model)
    },

    /** Follows the last message if it is a reply that is still being written. */
    resume() {
      const { messages, phase } = state.getSnapshot()
      if (phase !== 'idle' || messages.at(-1)?.status !== 'streaming') return
      state.update({ phase: 'streaming' })
      void follower.follow(messages.slice(0, -1), requests.openStream)
    },

    stop: follower.stop,
    disconnect: follower.disconnect,

    clearProblem() {
      if (state.getSnapshot().problem) state.update({ problem: null })
    },
  }
}
