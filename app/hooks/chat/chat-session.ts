import { randomUuid } from '../random-uuid.ts'
import type { ChatProblem, FilePart, PageMessage } from './chat-types.ts'
import { createGrowingReply, type GrowingReply } from './grow-reply.ts'
import { keepConnected } from './keep-connected.ts'
import { readEventStream } from './read-event-stream.ts'
import { readProblem } from './read-problem.ts'
import { createReplyPainter } from './reply-painter.ts'

/** `reconnecting`: the connection was lost and the reply goes on without us. */
export type ChatPhase = 'idle' | 'sending' | 'streaming' | 'reconnecting' | 'stopping'

export type ChatSnapshot = {
  messages: PageMessage[]
  phase: ChatPhase
  problem: ChatProblem | null
}

export type ChatSessionOptions = {
  chatId: string
  messages: PageMessage[]
  /** The server has taken the message: the chat and the message are stored. */
  onAccepted?(): void
  /** A title has come for this chat. */
  onTitle?(title: string): void
  /** The reply has ended. */
  onEnd?(): void
  /** For tests. */
  fetch?: typeof fetch
  /** Runs a repaint, at most one a frame; for tests. */
  schedule?(repaint: () => void): void
  /** Milliseconds before each next try after a lost connection; for tests. */
  retryDelays?: number[]
}

export type Outgoing = { text: string; files: FilePart[]; model: string }

export type ChatSession = ReturnType<typeof createChatSession>

const RETRY_DELAYS = [300, 1_000, 2_000, 4_000, 8_000, 15_000]
const OFFLINE = 'The server cannot be reached. Check your connection, then try again.'

/**
 * The conversation of one chat page: sends, follows the reply, finds it again
 * after a lost connection, and stops it. The server has the truth: a reply goes
 * on without its reader, and a message that was refused is not kept here either.
 */
export function createChatSession(options: ChatSessionOptions) {
  const { chatId, retryDelays = RETRY_DELAYS } = options
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  const painter = createReplyPainter(options.schedule)
  const listeners = new Set<() => void>()
  let snapshot: ChatSnapshot = { messages: options.messages, phase: 'idle', problem: null }
  let run: AbortController | undefined
  let stopAsked = false
  /** The reply whose stream is open. */
  let following: GrowingReply | undefined

  function publish(change: Partial<ChatSnapshot>) {
    snapshot = { ...snapshot, ...change }
    for (const listener of listeners) listener()
  }

  /**
   * Sends a conversation that ends with a user message.
   *
   * @returns as soon as it is known: whether the server took the message. When
   *   it did not, the page is as it was.
   */
  function ask(messages: PageMessage[], model: string): Promise<boolean> {
    if (snapshot.phase !== 'idle') return Promise.resolve(false)
    const before = snapshot.messages
    publish({ messages, phase: 'sending', problem: null })
    const body = JSON.stringify({
      id: chatId,
      messages: messages.map(({ id, role, parts }) => ({ id, role, parts })),
      selectedChatModel: model,
    })
    const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
    return new Promise((resolve) => {
      void follow(
        messages,
        (signal) => send('/api/chat', { method: 'POST', headers, body, signal }),
        {
          accepted() {
            options.onAccepted?.()
            // Asked before there was a reply to stop.
            if (stopAsked) void requestStop()
            resolve(true)
          },
          refused() {
            publish({ messages: before })
            resolve(false)
          },
        },
      )
    })
  }

  function openRunning(signal: AbortSignal) {
    const headers = { Accept: 'text/event-stream' }
    return send(`/api/chat/${chatId}/stream`, { headers, signal })
  }

  /**
   * Follows a reply to its end.
   *
   * @param history what the reply answers
   * @param open makes the first request
   * @param outcome is told once what becomes of the message that was sent
   */
  async function follow(
    history: PageMessage[],
    open: (signal: AbortSignal) => Promise<Response>,
    outcome?: { accepted(): void; refused(): void },
  ) {
    run?.abort()
    run = new AbortController()
    const { signal } = run
    let open503 = retryDelays.length
    let known = outcome === undefined
    stopAsked = false

    function settle(how: 'accepted' | 'refused') {
      if (!known) outcome?.[how]()
      known = true
    }

    async function handle(response: Response): Promise<'done' | 'lost'> {
      if (response.status === 503 && open503-- > 0) return 'lost'
      if (response.ok || isFailedReply(response)) {
        settle('accepted')
        // Ended already, or before its first part: what is stored says how.
        if (response.status === 204 || !response.ok) await reload(signal)
        else return (await read(response, history, signal)) ? 'done' : 'lost'
      } else {
        const problem = await readProblem(response)
        settle('refused')
        publish({ phase: 'idle', problem })
      }
      return 'done'
    }

    function onLost() {
      following = undefined
      publish({ phase: 'reconnecting' })
    }
    const connection = { open, resume: openRunning, handle, onLost, retryDelays, signal }
    const end = await keepConnected(connection)
    if (end === 'done') return
    settle('refused')
    if (end === 'given-up') publish({ phase: 'idle', problem: { detail: OFFLINE } })
  }

  async function requestStop() {
    try {
      const response = await send(`/api/chat/${chatId}/stream`, { method: 'DELETE' })
      if (!response.ok) publish({ problem: await readProblem(response) })
    } catch {
      stopAsked = false
      publish({ problem: { detail: OFFLINE } })
    }
  }

  /** @returns whether the reply ended; false when the connection did */
  async function read(response: Response, history: PageMessage[], signal: AbortSignal) {
    const reply = createGrowingReply()
    if (!response.body) return false
    following = reply
    for await (const chunk of readEventStream(response.body)) {
      if (signal.aborted) return true
      if (chunk.type === 'data-chat-title') options.onTitle?.(chunk.data)
      else reply.apply(chunk)
      if (reply.end) {
        publish({ messages: withReply(history, reply, endStatus(reply)), phase: 'idle' })
        options.onEnd?.()
        return true
      }
      repaint(history, reply, signal)
    }
    return false
  }

  /** Shows what has come. */
  function repaint(history: PageMessage[], reply: GrowingReply, signal: AbortSignal) {
    if (reply.parts.length === 0) return
    painter.ask(() => {
      if (signal.aborted || reply.end || following !== reply) return
      const phase = stopAsked ? 'stopping' : 'streaming'
      publish({ messages: withReply(history, reply, 'streaming'), phase })
    })
  }

  function endStatus({ end }: GrowingReply) {
    if (end === 'aborted') return stopAsked ? 'stopped' : 'interrupted'
    return end === 'failed' ? 'failed' : 'complete'
  }

  /** Takes over what the server has stored. */
  async function reload(signal: AbortSignal) {
    const response = await send(`/api/chat?id=${chatId}`, { signal })
    if (!response.ok) return publish({ phase: 'idle', problem: await readProblem(response) })
    const chat = (await response.json()) as { messages: PageMessage[] }
    publish({ messages: chat.messages, phase: 'idle' })
    options.onEnd?.()
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => snapshot,

    /** Sends a new message. @returns whether the server took it */
    send({ text, files, model }: Outgoing) {
      const parts = [...files, ...(text.trim() ? [{ type: 'text', text }] : [])]
      const message: PageMessage = { id: randomUuid(), role: 'user', parts }
      return ask([...snapshot.messages, message], model)
    },

    /** Asks again for the reply to the last user message. */
    retry(model: string) {
      const last = snapshot.messages.findLastIndex(({ role }) => role === 'user')
      return last < 0 ? Promise.resolve(false) : ask(snapshot.messages.slice(0, last + 1), model)
    },

    /** Replaces the text of a user message and asks again; what came after it goes. */
    edit(messageId: string, text: string, model: string) {
      const at = snapshot.messages.findIndex(({ id }) => id === messageId)
      const message = snapshot.messages[at]
      if (!message || !text.trim()) return Promise.resolve(false)
      const files = message.parts.filter(({ type }) => type === 'file')
      const edited = { ...message, parts: [...files, { type: 'text', text }] }
      return ask([...snapshot.messages.slice(0, at), edited], model)
    },

    /** Stops the reply; what has been written stays. */
    async stop() {
      const { phase } = snapshot
      if (phase === 'idle' || phase === 'stopping') return
      stopAsked = true
      publish({ phase: 'stopping' })
      if (phase !== 'sending') await requestStop()
    },

    /** Follows the reply that is being written, if the last message is one. */
    resume() {
      const { messages, phase } = snapshot
      if (phase !== 'idle' || messages.at(-1)?.status !== 'streaming') return
      publish({ phase: 'streaming' })
      void follow(messages.slice(0, -1), openRunning)
    },

    /** Stops reading; the reply goes on. `resume` takes it up again. */
    disconnect() {
      run?.abort()
      painter.reset()
      if (snapshot.phase !== 'idle') snapshot = { ...snapshot, phase: 'idle' }
    },

    clearProblem() {
      if (snapshot.problem) publish({ problem: null })
    },
  }
}

/** A reply that failed before its first part: status 500 with a stream that holds the error (contract §7). */
function isFailedReply(response: Response): boolean {
  const type = response.headers.get('Content-Type')
  return response.status === 500 && (type?.startsWith('text/event-stream') ?? false)
}

function withReply(
  history: PageMessage[],
  { messageId, parts }: GrowingReply,
  status: NonNullable<PageMessage['status']>,
): PageMessage[] {
  return [...history, { id: messageId ?? 'reply', role: 'assistant', parts: [...parts], status }]
}
