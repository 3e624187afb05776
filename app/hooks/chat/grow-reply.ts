import type { ErrorKind, MessagePart, PageMessage } from '#app/page-message.ts'
import type { ClientChunk } from '#core/replies/reply-chunk.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { createDocumentDrafts, type DocumentDrafts } from './document-drafts.ts'
import { createDraftGrower } from './grow-drafts.ts'

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
  /** Tokens, once the stream has told them. */
  usage: PageMessage['usage']
  /** Tells whether the message may look different now. */
  apply(chunk: ClientChunk): boolean
  /** Tells whether anything of the reply would be stored if it ended now. */
  hasStoredPart(): boolean
}

/**
 * Grows the reply that the page shows out of the chunks of its stream: the
 * parts that will be stored, and what is only shown meanwhile (a tool whose
 * input is still coming, that the model has done with thinking).
 *
 * @param drafts take the documents that the reply writes
 */
export function createGrowingReply(drafts: DocumentDrafts = createDocumentDrafts()): GrowingReply {
  const replyParts = createReplyParts()
  const { parts, add, change, apply: applyToParts } = replyParts
  const growingDrafts = createDraftGrower(replyParts, drafts)
  let hasFailed = false

  const reply: GrowingReply = {
    messageId: undefined,
    parts,
    end: undefined,
    errorKind: undefined,
    usage: undefined,
    apply,
    hasStoredPart: () => parts.some(isStored),
  }

  function apply(chunk: ClientChunk): boolean {
    applyToParts(chunk)
    switch (chunk.type) {
      case 'start':
        reply.messageId = chunk.messageId
        break
      case 'reasoning-end':
        change('reasoning', chunk.id, { done: true })
        break
      case 'tool-input-start': {
        const { toolCallId, toolName } = chunk
        const state = 'input-streaming'
        add('tool', toolCallId, { type: `tool-${toolName}`, toolCallId, state })
        break
      }
      case 'tool-output-available':
        growingDrafts.end(chunk.toolCallId, isFailure(chunk.output) ? 'failed' : 'stored')
        change('tool', chunk.toolCallId, { draft: undefined })
        break
      case 'tool-output-error':
        growingDrafts.end(chunk.toolCallId, 'failed')
        change('tool', chunk.toolCallId, { draft: undefined })
        break
      case 'message-metadata':
        reply.usage = chunk.messageMetadata.usage
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
        reply.usage = chunk.messageMetadata?.usage
        break
      default:
        if ('data' in chunk) return growingDrafts.grow(chunk.type.slice('data-'.length), chunk.data)
    }
    return true
  }

  return reply
}

function isFailure(output: unknown): boolean {
  return typeof output === 'object' && output !== null && 'error' in output
}

function isStored({ type, text, state }: MessagePart): boolean {
  return type !== 'step-start' && text !== '' && state !== 'input-streaming'
}
