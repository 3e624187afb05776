/** Between two snapshots at least, in milliseconds. */
const MIN_INTERVAL_MS = 100
/** How much longer the next snapshot is at least. */
const MIN_GROWTH = 1.02

/**
 * Shows a growing content as snapshots of the whole, as existing clients expect
 * of `code-delta` and `sheet-delta`. One per increment would cost the square of
 * the length; these are spaced in time, and each is longer than the one before
 * by a fiftieth at least, so that all of them together stay within about fifty
 * times the whole. `flush` sends the last.
 */
export function createSnapshotEmitter(emit: (content: string) => void) {
  let latest = ''
  let sent = ''
  let sentAt = Number.NEGATIVE_INFINITY

  function send() {
    if (latest === sent) return
    sent = latest
    sentAt = performance.now()
    emit(latest)
  }

  return {
    push(content: string) {
      latest = content
      const isDue = performance.now() - sentAt >= MIN_INTERVAL_MS
      if (isDue && content.length >= sent.length * MIN_GROWTH) send()
    },
    flush: send,
  }
}
