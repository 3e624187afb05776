import type { PageMessage } from '#app/page-message.ts'
import type { ChatRequests, StoredMessages } from './chat-requests.ts'
import type { ChatState } from './chat-state.ts'
import type { DocumentDrafts } from './document-drafts.ts'
import { failureText } from './failure-text.ts'
import type { GrowingReply } from './grow-reply.ts'
import { loadReadReply } from './load-read-reply.ts'
import { readProblem } from './read-problem.ts'
import { readWithReconnects } from './read-with-reconnects.ts'
import { createRepaintScheduler } from './repaint-scheduler.ts'

type ReplyFollowerOptions = {
  state: ChatState
  requests: ChatRequests
  /** Take the documents that a reply writes. */
  drafts: DocumentDrafts
  /** Milliseconds before each next attempt after a lost connection. */
  retryDelays: number[]
  /** Runs a repaint with the next frame. */
  schedule: ((repaint: () => void) => void) | undefined
  onTitle(title: string): void
  onEnd(): void
}

/** The model that was asked, and what is told of it: one of the two is called, once, as soon as it is known whether the server took the message. */
type MessageOutcome = { model: string; onAccepted(): void; onRefused(): void }

const IS_BACK = 'The new reply failed, so the one before is back.'
const UNREACHABLE = 'The server cannot be reached. Check your connection, then try again.'

/**
 * Follows a reply while the server writes it: shows what has arrived, reconnects
 * after a lost connection, and stops the reply. The server has the truth: the
 * reply goes on when nobody reads it, and is stored.
 */
export function createReplyFollower(options: ReplyFollowerOptions) {
  const { state, requests, drafts, retryDelays, onTitle, onEnd } = options
  const repaints = createRepaintScheduler(options.schedule)
  let connection: AbortController | undefined
  let isStopRequested = false
  /** The reply whose stream is open. */
  let openReply: GrowingReply | undefined

  /**
   * Follows a reply to its end.
   *
   * @param history the messages before the reply
   * @param open makes the first request
   * @param outcome for a request that sends a message
   */
  async function follow(
    history: PageMessage[],
    open: (signal: AbortSignal) => Promise<Response>,
    outcome?: MessageOutcome,
  ) {
    connection?.abort()
    connection = new AbortController()
    const { signal } = connection
    let retriesWhenUnavailable = retryDelays.length
    let isSettled = outcome === undefined
    // A reply that is resumed has its row, which tells when it began.
    const origin = outcome
      ? { createdAt: new Date().toISOString(), model: outcome.model }
      : (state.getSnapshot().messages.at(-1) ?? {})
    isStopRequested = false

    function settle(isAccepted: boolean) {
      if (isSettled) return
      isSettled = true
      if (!isAccepted) return outcome?.onRefused()
      outcome?.onAccepted()
      // When the stop was requested, there may have been no reply to stop yet.
      if (isStopRequested) void requestStop()
    }

    async function read(response: Response): Promise<'done' | 'disconnected'> {
      if (response.status === 503 && retriesWhenUnavailable-- > 0) return 'disconnected'
      if (!response.ok && !isFailedReply(response)) {
        const problem = await readProblem(response)
        settle(false)
        state.update({ phase: 'idle', problem })
        return 'done'
      }
      if (response.ok && response.status !== 204) {
        settle(true)
        return readReply(response, history, signal, origin)
      }
      // The reply has ended already, or failed before its first part: the stored chat tells how.
      const errorKind = response.headers.get('X-Error-Kind')
      settle(await reload(history, signal, { hasFailed: !response.ok, errorKind }))
      return 'done'
    }

    function onDisconnect() {
      openReply = undefined
      state.update({ phase: 'reconnecting' })
    }
    const reopen = requests.openStream
    const end = await readWithReconnects({ open, reopen, read, onDisconnect, retryDelays, signal })
    if (end === 'done') return
    settle(false)
    if (end === 'gave-up') state.update({ phase: 'idle', problem: { detail: UNREACHABLE } })
  }

  async function readReply(
    response: Response,
    history: PageMessage[],
    signal: AbortSignal,
    { createdAt, model }: Pick<PageMessage, 'createdAt' | 'model'>,
  ) {
    const show = (status: NonNullable<PageMessage['status']>) => [
      ...history,
      {
        ...messageOf(reply, status),
        ...(createdAt && { createdAt }),
        ...(model && { model }),
      },
    ]
    if (!response.body) return 'disconnected'
    const readReplyStream = await loadReadReply()
    const { reply, chunks } = readReplyStream(response.body, drafts)
    openReply = reply
    for await (const chunk of chunks) {
      if (signal.aborted) return 'done'
      if (chunk.type === 'data-chat-title') onTitle(chunk.data)
      else if (!reply.apply(chunk)) continue
      if (reply.end) drafts.endAll()
      if (reply.end && reply.end !== 'complete' && !reply.hasStoredPart()) {
        const { errorKind } = reply
        await reload(history, signal, { hasFailed: reply.end === 'failed', errorKind })
        return 'done'
      }
      if (reply.end) {
        state.update({ messages: show(endStatus(reply)), phase: 'idle' })
        onEnd()
        return 'done'
      }
      requestRepaint(reply, () => show('streaming'), signal)
    }
    return 'disconnected'
  }

  function requestRepaint(reply: GrowingReply, messages: () => PageMessage[], signal: AbortSignal) {
    if (reply.parts.length === 0) return
    repaints.request(() => {
      if (signal.aborted || reply.end || openReply !== reply) return
      const phase = isStopRequested ? 'stopping' : 'streaming'
      state.update({ messages: messages(), phase })
    })
  }

  function endStatus({ end }: GrowingReply) {
    if (end === 'aborted') return isStopRequested ? 'stopped' : 'interrupted'
    return end === 'failed' ? 'failed' : 'complete'
  }

  /**
   * Shows the stored chat, from the first message of the history on: a page has
   * the newest ones, and sends those that it has.
   *
   * @param reply.hasFailed whether the reply has; when it is not stored, what it
   *   was to replace is back
   * @returns whether the message that was sent is stored
   */
  async function reload(
    history: PageMessage[],
    signal: AbortSignal,
    { hasFailed, errorKind }: { hasFailed: boolean; errorKind: string | null | undefined },
  ) {
    const stored = await requests.loadMessages({ through: history[0]?.id }, signal)
    if (stored instanceof Response) {
      state.update({ phase: 'idle', problem: await readProblem(stored) })
      return true
    }
    const { messages, hasOlder } = messagesFrom(stored, history[0]?.id)
    const isBack = hasFailed && messages.at(-1)?.status !== 'failed'
    const problem = isBack ? { detail: `${IS_BACK} ${failureText(errorKind)}` } : null
    drafts.endAll()
    const { older } = state.getSnapshot()
    state.update({
      messages,
      phase: 'idle',
      problem,
      ...(older.length === 0 && { hasOlder }),
    })
    onEnd()
    return !isBack
  }

  async function requestStop() {
    try {
      const response = await requests.stopReply()
      if (!response.ok) state.update({ problem: await readProblem(response) })
    } catch {
      isStopRequested = false
      state.update({ problem: { detail: UNREACHABLE } })
    }
  }

  return {
    follow,

    /** Stops the reply; what has been written stays. */
    async stop() {
      const { phase } = state.getSnapshot()
      if (phase === 'idle' || phase === 'stopping') return
      isStopRequested = true
      state.update({ phase: 'stopping' })
      if (phase !== 'sending') return requestStop()
      // The answer waits for the model's first word, but the reply can be stopped
      // before. If the message is still on its way, `follow` requests the stop again.
      await requests.stopReply().catch(() => {})
    },

    /** Stops reading; the server goes on writing the reply. */
    disconnect() {
      connection?.abort()
      repaints.reset()
      if (state.getSnapshot().phase !== 'idle') state.update({ phase: 'idle' })
    },
  }
}

/** A reply that failed before its first part: status 500 with a stream that holds the error. */
function isFailedReply(response: Response): boolean {
  const type = response.headers.get('Content-Type')
  return response.status === 500 && (type?.startsWith('text/event-stream') ?? false)
}

/** Leaves out what stands before a message, if that is among them: the page has it already. */
function messagesFrom({ messages, hasOlder }: StoredMessages, id: string | undefined) {
  const first = messages.findIndex((message) => message.id === id)
  if (first <= 0) return { messages, hasOlder }
  return { messages: messages.slice(first), hasOlder: true }
}

function messageOf(
  { messageId, parts, errorKind, usage }: GrowingReply,
  status: NonNullable<PageMessage['status']>,
): PageMessage {
  return {
    id: messageId ?? 'reply',
    role: 'assistant',
    parts: [...parts],
    status,
    ...(errorKind && { errorKind }),
    ...(usage && { usage }),
  }
}
