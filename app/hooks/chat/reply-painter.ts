/** A repaint that took longer than this, in milliseconds, makes the next one wait. */
const CHEAP_MS = 8
/** So many times what it took. */
const REST_FACTOR = 4

/**
 * Runs repaints at most one a frame. Where a repaint is expensive (a very long
 * list or table grows) they come further apart, so that the page stays usable.
 *
 * @param schedule runs a function with the next frame
 */
export function createReplyPainter(
  schedule: (repaint: () => void) => void = (repaint) => void requestAnimationFrame(repaint),
) {
  let asked = false
  let restUntil = 0

  function run(paint: () => void) {
    asked = false
    const started = performance.now()
    paint()
    const took = performance.now() - started
    if (took > CHEAP_MS) restUntil = started + took * (1 + REST_FACTOR)
  }

  return {
    /** Asks for a repaint; one that is asked for already stands. */
    ask(paint: () => void) {
      if (asked) return
      asked = true
      const rest = restUntil - performance.now()
      if (rest > 0) setTimeout(() => schedule(() => run(paint)), rest)
      else schedule(() => run(paint))
    },
    /** Forgets what was asked for. */
    reset() {
      asked = false
    },
  }
}
