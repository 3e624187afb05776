import type { Logger } from '../log.ts'
import { JOBS } from './catalogue.ts'
import type { JobsQueue } from './queue.ts'

const EVERY_MS = 60_000
const RETRY_MS = 10_000

/**
 * Keeps the repeating clean-up job scheduled, however many workers do so.
 * Tries again until the queue has taken it.
 */
export function scheduleCleanUp(queue: JobsQueue, log: Logger): void {
  queue
    .upsertJobScheduler(
      'clean-up',
      { every: EVERY_MS },
      { name: 'clean-up', data: {}, opts: JOBS['clean-up'].options },
    )
    .catch((err: unknown) => {
      log.warn({ err }, 'clean-up not scheduled, trying again')
      setTimeout(() => scheduleCleanUp(queue, log), RETRY_MS).unref()
    })
}
