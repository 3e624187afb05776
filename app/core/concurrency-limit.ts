import { AppError } from './app-error.ts'

type Limit = {
  /** Tasks that run at the same time, at most. */
  running: number
  /** Tasks that wait, at most; one more is refused. */
  waiting: number
  /** Error text for a refused caller. */
  refusal: string
}

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER_SECONDS = 2

/**
 * Makes a function that runs tasks, a limited number at a time; the others wait
 * and start in the order in which they came. The function throws an AppError
 * `unavailable` when too many tasks wait already.
 */
export function createConcurrencyLimit({ running, waiting, refusal }: Limit) {
  let free = running
  const waitingTasks: (() => void)[] = []

  return async function withinLimit<T>(task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (waitingTasks.length >= waiting) {
      throw new AppError('unavailable', refusal, { retryAfter: RETRY_AFTER_SECONDS })
    } else await new Promise<void>((start) => waitingTasks.push(start))
    try {
      return await task()
    } finally {
      // The slot is handed to the task that has waited longest, so that no new one overtakes it.
      const next = waitingTasks.shift()
      if (next) next()
      else free += 1
    }
  }
}
