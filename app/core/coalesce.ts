type Waiting<Item, Result> = {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

type Options = {
  /** Milliseconds from the start of one run to the start of the next, at least. */
  everyMs: number
  /** Items of one run at most. */
  maxItems: number
}

/**
 * Makes one call out of many that come at about the same time. At most one runs
 * at once, and what comes meanwhile waits for the next; one that comes alone is
 * not held up.
 *
 * @param run takes the items together, and resolves to the result of each, in order
 */
export function coalesce<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { everyMs, maxItems }: Options,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isScheduled = false
  let lastRunAt = -Infinity

  function schedule() {
    if (isScheduled || waiting.length === 0) return
    isScheduled = true
    const pauseMs = lastRunAt + everyMs - performance.now()
    // At least to the end of this turn of the event loop, in which more may come.
    if (pauseMs > 0) setTimeout(runNext, pauseMs)
    else setImmediate(runNext)
  }

  async function runNext() {
    lastRunAt = performance.now()
    const batch = waiting.splice(0, maxItems)
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    isScheduled = false
    schedule()
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
