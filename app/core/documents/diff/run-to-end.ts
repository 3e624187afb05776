import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** Milliseconds of work after which others have their turn. */
const SLICE_MS = 10

/** Does work that yields between its steps, and lets the event loop do other work meanwhile. */
export async function runToEnd<T>(work: Generator<void, T, void>): Promise<T> {
  let startedAt = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - startedAt < SLICE_MS) continue
    await turnOfOthers()
    startedAt = performance.now()
  }
}
