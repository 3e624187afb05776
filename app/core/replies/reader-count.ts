/** Counts the readers of a reply; there is none at first. */
export function createReaderCount() {
  let readers = 0
  let leave = Promise.withResolvers<void>()

  return {
    /**
     * Counts one more reader.
     *
     * @param signal of the reader, which has left when it aborts
     * @returns what tells that the reader has left; further calls do nothing
     */
    add(signal?: AbortSignal): () => void {
      let isHere = true
      readers += 1
      function remove() {
        if (!isHere) return
        isHere = false
        readers -= 1
        leave.resolve()
        leave = Promise.withResolvers()
      }
      if (signal?.aborted) remove()
      else signal?.addEventListener('abort', remove, { once: true })
      return remove
    },

    /**
     * Waits until there is no reader, for at most `ms` milliseconds.
     *
     * @returns whether there is none
     */
    async untilNone(ms: number): Promise<boolean> {
      const deadline = Promise.withResolvers<void>()
      let isOver = false
      const timer = setTimeout(() => {
        isOver = true
        deadline.resolve()
      }, ms)
      while (readers > 0 && !isOver) await Promise.race([leave.promise, deadline.promise])
      clearTimeout(timer)
      return readers === 0
    },
  }
}
