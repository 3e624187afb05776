import type { ErrorKind } from '#db/entities/message.ts'
import { isModelPart, type ReplyChunk } from './reply-chunk.ts'

/** The chunks of a reply up to its first part by the model, or to its end when none came. */
export type ReplyBeginning = {
  chunks: ReplyChunk[]
  /** Of a reply that failed before the model's first part; else undefined. */
  failure: ErrorKind | undefined
}

/**
 * Reads a reply until the model has begun to answer, or the reply has ended. The
 * start of the message and the data parts that came before are kept with it, so
 * that a client is not told that the answer has begun, and nothing is lost.
 *
 * @param batches of the reply, from its start; what is left of them follows the beginning
 */
export async function readBeginning(
  batches: AsyncGenerator<ReplyChunk[], void, void>,
): Promise<ReplyBeginning> {
  const chunks: ReplyChunk[] = []
  for (;;) {
    const { value, done } = await batches.next()
    if (done) return { chunks, failure: failureOf(chunks) }
    chunks.push(...value)
    if (value.some(isModelPart)) return { chunks, failure: undefined }
  }
}

function failureOf(chunks: ReplyChunk[]): ErrorKind | undefined {
  if (!chunks.some(({ type }) => type === 'error')) return undefined
  return chunks.find((chunk) => chunk.type === 'data-error-kind')?.data ?? 'unknown'
}
