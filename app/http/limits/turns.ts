import { setTimeout as pause } from 'node:timers/promises'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { callerNetwork } from './caller-network.ts'

/** Milliseconds of a work that is followed by a pause as long as itself, up to the most. */
const LONG_MS = 40
const LONGEST_PAUSE_MS = 500
/** Callers that wait at most. */
const MAX_WAITING = 1_000

/**
 * Makes a function that does work for callers when it is the turn of their
 * network. It is for work that may hold the one thread which answers everybody:
 * what takes long leaves as much time to all other requests as it took itself;
 * otherwise twenty such works would be done without anything in between.
 *
 * The function takes the caller's address, and throws an AppError `unavailable`
 * when too many wait.
 *
 * @param running works at the same time, at most
 * @param refusal error text for a refused caller
 */
export function createTurns({ running, refusal }: { running: number; refusal: string }) {
  const withinLimit = createConcurrencyLimit({ running, waiting: MAX_WAITING, refusal })
  return function inTurn<T>(ip: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      withinLimit(callerNetwork(ip), async () => {
        const startedAt = performance.now()
        await work().then(resolve, reject)
        const took = performance.now() - startedAt
        if (took > LONG_MS) await pause(Math.min(took, LONGEST_PAUSE_MS))
      }).catch(reject)
    })
  }
}
