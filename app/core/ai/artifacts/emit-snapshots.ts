/** Between two snapshots of a short document, in milliseconds. */
const MIN_INTERVAL_MS = 100
/** Characters a second that snapshots of a long document may cost. */
const MAX_CHARACTERS_PER_SECOND = 40_000

/**
 * Shows a growing content as snapshots of the whole, as existing clients expect
 * of `code-delta` and `sheet-delta`. One per increment would be quadratic, so
 * they are spaced: the longer the content, the further apart. The newest is
 * never withheld for longer than that, and `flush` sends the last.
 */
export function createSnapshotEmitter(emit: (content: string) => void) {
  let latest = ''
  let sent = ''
  let sentAt = 0
  let timer: NodeJS.Timeout | undefined

  function send() {
    clearTimeout(timer)
    timer = undefined
    if (latest === sent) return
    sent = latest
    sentAt = performance.now()
    emit(latest)
  }

  return {
    push(content: string) {
      latest = content
      if (timer) return
      const interval = Math.max(
        MIN_INTERVAL_MS,
        (content.length / MAX_CHARACTERS_PER_SECOND) * 1_000,
      )
      const wait = sentAt + interval - performance.now()
      if (sentAt === 0 || wait <= 0) send()
      else timer = setTimeout(send, wait)
    },
    flush: send,
  }
}
