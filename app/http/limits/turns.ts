import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#core/app-error.ts'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import type { RequestContext } from '../context.ts'
import { callerNetwork } from './caller-network.ts'

type Options = {
  /** Works at the same time, at most. */
  running: number
  /** Callers that wait at most: 1,000 by default. */
  waiting?: number
  /** Error text for a refused caller. */
  refusal: string
  /** Milliseconds beyond which a work is long, and followed by a pause: 40 by default. */
  longMs?: number
  /** How many times as long as a long work the pause after it is: 1 by default. */
  pauseTimes?: number
  /** Milliseconds of the pause at most: 500 by default. */
  longestPauseMs?: number
}

type Caller = Pick<RequestContext, 'ip' | 'leaveSignal'>

/**
 * Makes a function that does work for callers when it is the turn of their
 * network. It is for work that may hold the one thread which answers everybody:
 * what takes long leaves as much time to all other requests as it took itself;
 * otherwise twenty such works would be done without anything in between. Nothing
 * is done for a caller who has left before its turn.
 *
 * The function throws an AppError `unavailable` when too many wait, or when the
 * caller has left.
 */
export function createTurns({
  running,
  waiting = 1_000,
  refusal,
  longMs = 40,
  pauseTimes = 1,
  longestPauseMs = 500,
}: Options) {
  const withinLimit = createConcurrencyLimit({ running, waiting, refusal })
  return function inTurn<T>(caller: Caller, work: () => Promise<T>): Promise<T> {
    const left = caller.leaveSignal()
    return new Promise((resolve, reject) => {
      withinLimit(callerNetwork(caller.ip), async () => {
        if (left.aborted) throw callerHasLeft()
        const startedAt = performance.now()
        await work().then(resolve, reject)
        const took = performance.now() - startedAt
        if (took > longMs) await pause(Math.min(took * pauseTimes, longestPauseMs))
      }).catch(reject)
    })
  }
}

/** With a time to come back, so that the log takes it for a refusal and no fault. */
function callerHasLeft(): AppError {
  return new AppError('unavailable', 'The caller has left.', { retryAfter: 1 })
}
