import type { ErrorKind, MessagePart, MessageStatus, MessageUsage } from '#db/entities/message.ts'
import { NO_USAGE } from '../message-usage.ts'
import { finalChunks, type ReplyChunk } from '../reply-chunk.ts'
import { chunksUpTo, endOfStep } from './chunks-up-to.ts'
import { createReplyOutline } from './reply-outline.ts'
import { unsentChunks } from './unsent-chunks.ts'

/** What the row of a reply holds. */
export type StoredReply = {
  parts: MessagePart[]
  status: MessageStatus
  errorKind: ErrorKind | null
  usage: MessageUsage | null
}

/** The finish reason that is told with a status, since the row does not hold the model's own. */
const FINISH_REASONS = { complete: 'stop', failed: 'error' } as const

export type ReaderProgress = ReturnType<typeof createReaderProgress>

/**
 * Knows how far a reader is in a reply that is told from two sources: its chunks
 * as they are written, and its row. Whichever is ahead, the reader is sent
 * everything once and in order.
 */
export function createReaderProgress(replyId: string) {
  const sent = createReplyOutline()
  /** How far the first source is; not the same as `sent` once the row has been ahead. */
  let relayed = sent

  return {
    /** @returns what the reader does not have yet of the chunks that come next in the reply */
    fromRelay(chunks: ReplyChunk[]): ReplyChunk[] {
      if (relayed !== sent) return unsentChunks(sent, relayed, chunks)
      for (const chunk of chunks) sent.add(chunk)
      return chunks
    },

    /** @returns what the reader does not have yet of a reply that is being written */
    fromRow({ parts }: StoredReply): ReplyChunk[] {
      const before = relayed === sent ? sent.copy() : relayed
      const chunks = chunksUpTo(sent, replyId, { parts, isFinal: false })
      if (chunks.length > 0) relayed = before
      return chunks
    },

    /** @returns what the reader does not have yet of a reply that has ended, to its end */
    fromFinalRow({ parts, status, errorKind, usage }: StoredReply): ReplyChunk[] {
      const end = {
        // A row that is still marked as growing has lost its process.
        status: status === 'streaming' ? ('interrupted' as const) : status,
        errorKind,
        finishReason:
          status === 'complete' || status === 'failed' ? FINISH_REASONS[status] : 'other',
        usage: usage ?? NO_USAGE,
      } as const
      return [
        ...chunksUpTo(sent, replyId, { parts, isFinal: true }),
        ...endOfStep(sent, end.finishReason, end.usage),
        ...finalChunks(end),
      ]
    },
  }
}
