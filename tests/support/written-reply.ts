import { createChunkLog } from '#core/replies/chunk-log.ts'
import { NO_USAGE } from '#core/replies/message-usage.ts'
import { type FinalReply, finalChunks, type ReplyChunk } from '#core/replies/reply-chunk.ts'
import type { StreamFormat } from '#db/entities/message.ts'
import { replyResponse, type StreamTimes } from '#http/reply-response.ts'

export const REPLY_ID = '6f5902ac-237e-4a3b-8f1c-0c1f2b1f0001'

/** A reply that the test writes, and the answer that a client gets of it. */
export function startReply(format: StreamFormat, times?: StreamTimes) {
  const log = createChunkLog({ type: 'start', messageId: REPLY_ID })
  const reply = { replyId: REPLY_ID, batches: log.listen() }
  const answer = replyResponse(format, { drained: async () => true }, reply, times)
  return {
    answer,
    write: (...chunks: ReplyChunk[]) => chunks.forEach(log.append),
    end(final: Pick<FinalReply, 'status' | 'errorKind'>) {
      const end = { ...final, usage: NO_USAGE, finishReason: 'stop' as const }
      for (const chunk of finalChunks(end)) log.append(chunk)
      log.close()
    },
  }
}

/** Reads what came of a body so far, and goes on reading it. */
export function startReading({ body }: Response, onPiece = () => {}) {
  const read = { text: '' }
  const done = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of body ?? []) {
      read.text += decoder.decode(bytes, { stream: true })
      onPiece()
    }
  })()
  return { read, done }
}
