/**
 * Lets a loop sleep until there is something to do. A call of `wake` while the
 * loop does not sleep is kept, so that it does not fall asleep on it.
 *
 * @param signal also wakes the loop
 */
export function createWaker(signal: AbortSignal) {
  let wasWoken = false
  let resume = () => {}

  function wake() {
    wasWoken = true
    resume()
  }

  signal.addEventListener('abort', wake)

  return {
    wake,
    /** @param ms milliseconds to sleep at most */
    async sleep(ms: number): Promise<void> {
      if (!wasWoken && !signal.aborted) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          resume = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wasWoken = false
    },
    close() {
      signal.removeEventListener('abort', wake)
    },
  }
}
