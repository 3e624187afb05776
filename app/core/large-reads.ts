import { createConcurrencyLimit } from './concurrency-limit.ts'

/** About how many bytes are read at once; an item that is larger is read by itself, in pieces. */
export const BATCH_BYTES = 512 * 1024

/** Items that are read at once, however small they are. */
const BATCH_ROWS = 500

/** Bytes of a large item that are read at once. */
export const PIECE_BYTES = 1024 * 1024

/**
 * Of all large chats and documents that are being read, two queries run at once:
 * the others wait, so that the connections to the database stay free for everybody
 * else. Readers take turns.
 */
export const readInTurn = createConcurrencyLimit({
  running: 2,
  waiting: 10_000,
  refusal: 'Too many large chats and documents are being read at once. Try again later.',
})

/**
 * Divides items, in their order, into groups that can be read at once.
 *
 * @param sizeOf about how many bytes an item has
 */
export function* inBatches<Item>(
  items: Item[],
  sizeOf: (item: Item) => number,
  batchBytes = BATCH_BYTES,
): Generator<Item[]> {
  let batch: Item[] = []
  let bytes = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (batch.length === BATCH_ROWS || (batch.length > 0 && bytes + size > batchBytes)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(item)
    bytes += size
  }
  if (batch.length > 0) yield batch
}
