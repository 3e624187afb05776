import type { ReplyChunk } from '../reply-chunk.ts'

/** Characters of one batch at most, unless one chunk alone has more. */
const MAX_BATCH_CHARACTERS = 64 * 1024

/** Splits chunks into batches of a bounded size, so that no reader has to take in more at once. */
export function* splitChunks(chunks: ReplyChunk[]): Generator<ReplyChunk[], void, void> {
  let from = 0
  let characters = 0
  for (const [index, chunk] of chunks.entries()) {
    const size = sizeOf(chunk)
    if (index > from && characters + size > MAX_BATCH_CHARACTERS) {
      yield chunks.slice(from, index)
      from = index
      characters = 0
    }
    characters += size
  }
  if (from < chunks.length) yield chunks.slice(from)
}

/** About how long a chunk is as JSON. Texts are not encoded for this, since nearly all chunks are. */
function sizeOf(chunk: ReplyChunk): number {
  const frame = 60
  if ('delta' in chunk) return chunk.delta.length + frame
  if ('data' in chunk && typeof chunk.data === 'string') return chunk.data.length + frame
  if (chunk.type === 'tool-input-delta') return chunk.inputTextDelta.length + frame
  return JSON.stringify(chunk).length
}
