/** A repaint that takes longer than this, in milliseconds, makes the next one wait. */
const SLOW_REPAINT_MS = 8
/** The scheduler rests for four times as long as the last slow repaint took. */
const REST_FACTOR = 4

/**
 * Runs repaints, at most one a frame. When a repaint is slow, because a very
 * long list or table grows, the scheduler rests in between so that the page
 * stays responsive.
 *
 * @param schedule runs a function with the next frame
 */
export function createRepaintScheduler(
  schedule: (repaint: () => void) => void = (repaint) => void requestAnimationFrame(repaint),
) {
  let isRequested = false
  let restUntil = 0

  function run(repaint: () => void) {
    isRequested = false
    const start = performance.now()
    repaint()
    const duration = performance.now() - start
    if (duration > SLOW_REPAINT_MS) restUntil = start + duration * (1 + REST_FACTOR)
  }

  return {
    /** Requests a repaint. Does nothing while an earlier request waits for its frame. */
    request(repaint: () => void) {
      if (isRequested) return
      isRequested = true
      const rest = restUntil - performance.now()
      if (rest > 0) setTimeout(() => schedule(() => run(repaint)), rest)
      else schedule(() => run(repaint))
    },

    /** Lets the next request be scheduled at once, whether or not an earlier one waits. */
    reset() {
      isRequested = false
    },
  }
}
