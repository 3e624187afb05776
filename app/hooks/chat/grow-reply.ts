import type { ErrorKind, MessagePart } from '#app/page-message.ts'
import type { ClientChunk } from '#core/replies/reply-chunk.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import type { DocumentDraft } from './chat-types.ts'

/** How a reply ended, as far as its stream tells. */
type ReplyEnd = 'complete' | 'aborted' | 'failed'

export type GrowingReply = {
  /** Known from the first chunk on. */
  messageId: string | undefined
  /** Grows in place; a part that changes becomes a new object. */
  parts: readonly MessagePart[]
  end: ReplyEnd | undefined
  /** What went wrong, once the stream has told it. */
  errorKind: ErrorKind | undefined
  apply(chunk: ClientChunk): void
}

/** Characters of a document that are shown while it is written. */
const DRAFT_LENGTH = 600

/**
 * Grows the reply that the page shows out of the chunks of its stream: the
 * parts that will be stored, and what is only shown meanwhile (a tool whose
 * input is still coming, the draft of a document, how long the model thought).
 */
export function createGrowingReply(): GrowingReply {
  const { parts, add, change, apply: applyToParts } = createReplyParts()
  let hasFailed = false
  let thinkingSince = 0

  const reply: GrowingReply = {
    messageId: undefined,
    parts,
    end: undefined,
    errorKind: undefined,
    apply,
  }

  function apply(chunk: ClientChunk) {
    applyToParts(chunk)
    switch (chunk.type) {
      case 'start':
        reply.messageId = chunk.messageId
        break
      case 'reasoning-start':
        thinkingSince = performance.now()
        break
      case 'reasoning-end':
        change('reasoning', chunk.id, { done: true, ...thinkingTime(thinkingSince) })
        break
      case 'tool-input-start': {
        const { toolCallId, toolName } = chunk
        const state = 'input-streaming'
        add('tool', toolCallId, { type: `tool-${toolName}`, toolCallId, state })
        break
      }
      case 'tool-output-available':
      case 'tool-output-error':
        change('tool', chunk.toolCallId, { draft: undefined })
        break
      case 'data-error-kind':
        reply.errorKind = chunk.data
        break
      case 'error':
        hasFailed = true
        break
      case 'abort':
        reply.end = hasFailed ? 'failed' : 'aborted'
        break
      case 'finish':
        reply.end = hasFailed ? 'failed' : 'complete'
        break
      default:
        if ('data' in chunk) growDraft(chunk.type.slice('data-'.length), chunk.data)
    }
  }

  /** Shows what a document tool is writing in the part of the tool that runs. */
  function growDraft(name: string, content: unknown) {
    const running = parts.findLast(
      ({ type, state }) => type.startsWith('tool-') && state === 'input-available',
    )
    if (!running || typeof content !== 'string') return
    const draft = (running.draft as DocumentDraft | undefined) ?? { content: '' }
    change('tool', String(running.toolCallId), { draft: grownDraft(draft, name, content) })
  }

  return reply
}

/** A reply that is resumed comes at once and tells nothing of the time that it took. */
function thinkingTime(since: number): { seconds?: number } {
  const seconds = Math.round((performance.now() - since) / 1_000)
  return seconds > 0 ? { seconds } : {}
}

function grownDraft(draft: DocumentDraft, name: string, content: string): DocumentDraft {
  switch (name) {
    case 'id':
    case 'kind':
    case 'title':
      return { ...draft, [name]: content }
    case 'clear':
      return { ...draft, content: '' }
    case 'text-delta':
      return { ...draft, content: (draft.content + content).slice(-DRAFT_LENGTH) }
    case 'code-delta':
    case 'sheet-delta':
      return { ...draft, content: content.slice(-DRAFT_LENGTH) }
    default:
      return draft
  }
}

/** Tells whether anything of a reply would be stored if it ended now. */
export function hasStoredPart({ parts }: GrowingReply): boolean {
  return parts.some(
    ({ type, text, state }) => type !== 'step-start' && text !== '' && state !== 'input-streaming',
  )
}
