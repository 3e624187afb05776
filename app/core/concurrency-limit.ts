import { AppError } from './app-error.ts'

type Limit = {
  /** Tasks that run at the same time, at most. */
  running: number
  /** Tasks that wait, at most; one more is refused, or makes a caller with more of them give one up. */
  waiting: number
  /** Error text for a refused caller. */
  refusal: string
}

type Waiter = { start(): void; refuse(): void }

/** Seconds after which a refused caller should try again. */
const RETRY_AFTER_SECONDS = 2

/** Milliseconds that a task waits for its start, at most: as long as a query waits for a connection. */
const LONGEST_WAIT_MS = 25_000

/**
 * Makes a function that runs tasks, a limited number at a time. The callers
 * whose tasks wait take turns, so that the one with many tasks holds up the
 * others by one task only; the tasks of one caller start in the order in which
 * they came. When too many wait, the caller with the most gives up its last one
 * for a caller with fewer. A task that has waited 25 s is given up.
 *
 * The function throws an AppError `unavailable` for a task that is refused.
 */
export function createConcurrencyLimit({ running, waiting, refusal }: Limit) {
  let free = running
  let waitingTasks = 0
  /** By caller, in the order of their turns; a caller without tasks has no entry. */
  const queues = new Map<string, Waiter[]>()

  function refused() {
    return new AppError('unavailable', refusal, { retryAfter: RETRY_AFTER_SECONDS })
  }

  function wait(caller: string): Promise<void> {
    const own = queues.get(caller) ?? []
    if (waitingTasks >= waiting && !takePlaceOf(longestQueue(), own)) throw refused()
    waitingTasks += 1
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => giveUp(caller, waiter), LONGEST_WAIT_MS)
      const waiter: Waiter = {
        start() {
          clearTimeout(deadline)
          resolve()
        },
        refuse() {
          clearTimeout(deadline)
          reject(refused())
        },
      }
      own.push(waiter)
      queues.set(caller, own)
    })
  }

  /** Takes a task that has waited too long out of its caller's queue. */
  function giveUp(caller: string, waiter: Waiter) {
    const queue = queues.get(caller) ?? []
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) queues.delete(caller)
    waitingTasks -= 1
    waiter.refuse()
  }

  function longestQueue(): Waiter[] {
    return [...queues.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
  }

  /** Refuses the last task of the longest queue, if that stays longer than the other with one more. */
  function takePlaceOf(longest: Waiter[], own: Waiter[]): boolean {
    if (longest.length <= own.length + 1) return false
    longest.pop()?.refuse()
    waitingTasks -= 1
    return true
  }

  /** Hands a slot to the caller whose turn it is. */
  function startNext() {
    const [turn] = queues
    if (!turn) {
      free += 1
      return
    }
    const [caller, queue] = turn
    queues.delete(caller)
    const next = queue.shift()
    // Its next turn comes after those of all others.
    if (queue.length > 0) queues.set(caller, queue)
    waitingTasks -= 1
    next?.start()
  }

  return async function withinLimit<T>(caller: string, task: () => Promise<T>): Promise<T> {
    if (free > 0) free -= 1
    else await wait(caller)
    try {
      return await task()
    } finally {
      startNext()
    }
  }
}
