import type { PageMessage } from '#app/page-message.ts'
import { isTextFilePart } from '#core/chat/text-file.ts'
import { randomUuid } from '../random-uuid.ts'
import { createChatRequests, type StoredMessages } from './chat-requests.ts'
import { createChatState } from './chat-state.ts'
import type { AttachedPart } from './chat-types.ts'
import { createDocumentDrafts } from './document-drafts.ts'
import { readProblem } from './read-problem.ts'
import { createReplyFollower } from './reply-follower.ts'
import { userParts } from './user-parts.ts'

export type ChatSessionOptions = {
  chatId: string
  messages: PageMessage[]
  /** Whether there are messages before these. */
  hasOlder?: boolean
  /** Messages were loaded, with their votes and documents. */
  onLoaded?(stored: StoredMessages): void
  /** The server has taken the message: the chat and the message are stored. */
  onAccepted?(): void
  /** The chat has been given a title. */
  onTitle?(title: string): void
  /** The reply to a message that was sent here begins to write a document. */
  onDocument?(id: string): void
  /** The reply has ended. */
  onEnd?(): void
  /**
   * What is to be done before the first message is sent.
   *
   * @returns a response that refuses the message; null when it may be sent
   */
  prepare?: (() => Promise<Response | null>) | undefined
  /** For tests. */
  fetch?: typeof fetch
  /** Runs a repaint with the next frame; for tests. */
  schedule?(repaint: () => void): void
  /** Milliseconds before each next attempt after a lost connection; for tests. */
  retryDelays?: number[]
}

export type OutgoingMessage = { text: string; files: AttachedPart[]; model: string }

export type ChatSession = ReturnType<typeof createChatSession>

const NOT_SHOWN = 'The server cannot be reached. Check your connection, then try again.'
const RETRY_DELAYS = [300, 1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * The conversation of one chat page. A message that the server refuses is taken
 * out of the conversation again, so that the page shows what is stored.
 */
export function createChatSession(options: ChatSessionOptions) {
  const { chatId, onAccepted, onTitle, onEnd } = options
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  const requests = createChatRequests(chatId, send)
  const state = createChatState(options.messages, options.hasOlder ?? false)
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
    onEnd() {
      onEnd?.()
      // What it has replaced is kept, and the page shows how to go back to it.
      if (hasReplaced) void refresh()
      hasReplaced = false
    },
  })
  /** Whether the reply that was asked for here replaces what came after its message. */
  let hasReplaced = false
  const currentMessages = () => state.getSnapshot().messages

  /** Sends a conversation that ends with a user message. */
  function sendMessages(
    messages: PageMessage[],
    model: string,
    older = state.getSnapshot().older,
  ): Promise<boolean> {
    const { phase, ...previous } = state.getSnapshot()
    if (phase !== 'idle') return Promise.resolve(false)
    const isContinued = older.length > 0 || previous.hasOlder
    started = new Set()
    hasReplaced = older !== previous.older || messages.length <= previous.messages.length
    state.update({ older, messages, phase: 'sending', problem: null })
    const post = async (signal: AbortSignal) => {
      const refusal = options.prepare && (await options.prepare())
      return refusal ?? requests.postMessages(messages, { model, isContinued }, signal)
    }
    return new Promise((resolve) => {
      void follower.follow(messages, post, {
        model,
        onAccepted() {
          onAccepted?.()
          resolve(true)
        },
        onRefused() {
          hasReplaced = false
          state.update({ older: previous.older, messages: previous.messages })
          resolve(false)
        },
      })
    })
  }

  /** Follows the last message if it is a reply that is still being written. */
  function resume() {
    const { messages, phase } = state.getSnapshot()
    if (phase !== 'idle' || messages.at(-1)?.status !== 'streaming') return
    // Another page has asked for it, which opens its documents.
    started = null
    state.update({ phase: 'streaming' })
    void follower.follow(messages.slice(0, -1), requests.openStream)
  }

  /**
   * Shows what is stored now, from the first message of the page on, unless
   * something is under way here; then follows its reply.
   *
   * @returns whether the chat is still there
   */
  async function refresh(through = firstId()): Promise<boolean> {
    const stored = await requests.loadMessages({ through }).catch(() => null)
    if (!stored || stored instanceof Response) return stored?.status !== 404
    if (state.getSnapshot().phase !== 'idle') return true
    const { messages, hasOlder } = stored
    state.update({ older: [], messages: asBefore(messages, shownMessages()), hasOlder })
    options.onLoaded?.(stored)
    resume()
    return true
  }

  function shownMessages() {
    const { older, messages } = state.getSnapshot()
    return [...older, ...messages]
  }
  function firstId() {
    return shownMessages()[0]?.id
  }

  return {
    refresh,

    /** Loads the messages before those that are shown. */
    async loadOlder() {
      const before = firstId()
      const stored = await requests.loadMessages({ before })
      if (stored instanceof Response) throw new Error('The older messages could not be loaded.')
      // What was shown may have been replaced meanwhile.
      if (firstId() !== before) return
      const older = [...stored.messages, ...state.getSnapshot().older]
      state.update({ older, hasOlder: stored.hasOlder })
      options.onLoaded?.(stored)
    },

    /** Shows another version of a message, with what followed it. */
    async showVersion(messageId: string, insteadOf: string) {
      if (state.getSnapshot().phase !== 'idle') return
      const response = await requests.showMessage(messageId).catch(() => null)
      if (!response?.ok) {
        const problem = response ? await readProblem(response) : { detail: NOT_SHOWN }
        return state.update({ problem })
      }
      await refresh(insteadOf === firstId() ? messageId : firstId())
    },

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
      const parts = userParts(files, text)
      const message: PageMessage = {
        id: randomUuid(),
        role: 'user',
        parts,
        createdAt: new Date().toISOString(),
      }
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
      const { older } = state.getSnapshot()
      const messages = currentMessages()
      const index = messages.findIndex(({ id }) => id === messageId)
      const olderIndex = index < 0 ? older.findIndex(({ id }) => id === messageId) : -1
      const message = messages[index] ?? older[olderIndex]
      if (!message || !text.trim()) return Promise.resolve(false)
      const files = message.parts.filter((part) => part.type === 'file' || isTextFilePart(part))
      const { alternatives: _, ...before } = message
      const edited = { ...before, parts: userParts(files, text) }
      return olderIndex < 0
        ? sendMessages([...messages.slice(0, index), edited], model)
        : sendMessages([edited], model, older.slice(0, olderIndex))
    },

    resume,

    showProblem(detail: string) {
      state.update({ problem: { detail } })
    },

    stop: follower.stop,
    disconnect: follower.disconnect,

    clearProblem() {
      if (state.getSnapshot().problem) state.update({ problem: null })
    },
  }
}

/** Keeps the objects of messages that have not changed, so that they do not render again. */
function asBefore(messages: PageMessage[], shown: PageMessage[]): PageMessage[] {
  const byId = new Map(shown.map((message) => [message.id, message]))
  return messages.map((message) => {
    const before = byId.get(message.id)
    return before && JSON.stringify(before) === JSON.stringify(message) ? before : message
  })
}
