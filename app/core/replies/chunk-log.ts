import { createReaderCount } from './reader-count.ts'
import type { ReplyChunk } from './reply-chunk.ts'

/**
 * Keeps the chunks of a reply in memory while it is written, so that a listener
 * that comes late reads them from the start.
 */
export function createChunkLog(first: ReplyChunk) {
  const chunks = [first]
  const readers = createReaderCount()
  let isClosed = false
  let hasWaitingListener = false
  let change = Promise.withResolvers<void>()

  function wakeListeners() {
    if (!hasWaitingListener) return
    hasWaitingListener = false
    const { resolve } = change
    change = Promise.withResolvers()
    resolve()
  }

  async function* readBatches(
    signal: AbortSignal | undefined,
    leave: () => void,
  ): AsyncGenerator<ReplyChunk[], void, void> {
    let index = 0
    // Wakes all listeners when one of them ends. To race each wait against the
    // signal would add an event handler to the signal for every batch.
    signal?.addEventListener('abort', wakeListeners, { once: true })
    try {
      while (!signal?.aborted) {
        if (index < chunks.length) {
          const batch = index === 0 && isClosed ? chunks : chunks.slice(index)
          index = chunks.length
          yield batch
        } else if (isClosed) {
          return
        } else {
          hasWaitingListener = true
          await change.promise
        }
      }
    } finally {
      leave()
    }
  }

  return {
    append(chunk: ReplyChunk) {
      chunks.push(chunk)
      wakeListeners()
    },

    /** Ends all listeners once they have read everything. */
    close() {
      isClosed = true
      wakeListeners()
    },

    /**
     * Yields the chunks from the first on, in batches: each holds what was
     * appended since the batch before it.
     *
     * @param signal ends this listener, which is counted as a reader until then
     */
    listen(signal?: AbortSignal): AsyncGenerator<ReplyChunk[], void, void> {
      return readBatches(signal, readers.add(signal))
    },

    /** Waits until nobody listens, for at most `ms` milliseconds; resolves to whether nobody does. */
    untilUnread: readers.untilNone,
  }
}
