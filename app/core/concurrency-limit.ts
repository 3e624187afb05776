import { AppError } from './app-error.ts'

type Limit = {
  /** Pieces of work at once. */
  running: number
  /** Callers that may wait for their turn; one more is refused. */
  waiting: number
  /** What the refused caller is told. */
  refusal: string
}

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER = 2

/**
 * Makes a function that runs pieces of work, at most so many at once, the
 * others in the order in which they came.
 *
 * @throws {AppError} unavailable, from the returned function, when the line is full
 */
export function createConcurrencyLimit({ running, waiting, refusal }: Limit) {
  let free = running
  const line: (() => void)[] = []

  return async function withinLimit<T>(work: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else if (line.length >= waiting) {
      throw new AppError('unavailable', refusal, { retryAfter: RETRY_AFTER })
    } else await new Promise<void>((start) => line.push(start))
    try {
      return await work()
    } finally {
      // The slot goes straight to the next in line, so that nobody overtakes.
      const next = line.shift()
      if (next) next()
      else free += 1
    }
  }
}
