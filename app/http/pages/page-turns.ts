import { setTimeout as pause } from 'node:timers/promises'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { callerNetwork } from '../limits/caller-network.ts'

/** Milliseconds of a rendering that is followed by a pause as long as itself, up to the most. */
const LONG_MS = 40
const LONGEST_PAUSE_MS = 500

/** A page is rendered at a time: to render is work of the one thread that answers everybody. */
const withinLimit = createConcurrencyLimit({
  running: 1,
  waiting: 1_000,
  refusal: 'Too many pages are being rendered at once. Try again later.',
})

/**
 * Renders a page when it is the turn of its caller's network. Pages that take
 * long leave as much time to all other requests as they took themselves;
 * otherwise twenty of them would be rendered without anything in between.
 *
 * @param ip of the caller
 * @throws {AppError} unavailable when too many pages wait
 */
export function renderInTurn<T>(ip: string, render: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    withinLimit(callerNetwork(ip), async () => {
      const startedAt = performance.now()
      await render().then(resolve, reject)
      const took = performance.now() - startedAt
      if (took > LONG_MS) await pause(Math.min(took, LONGEST_PAUSE_MS))
    }).catch(reject)
  })
}
