import { isDeepStrictEqual } from 'node:util'
import type { JobsOptions } from 'bullmq'
import { withDeadline } from '../deadline.ts'
import type { Logger } from '../log.ts'
import { JOBS } from './catalogue.ts'
import type { JobsQueue } from './queue.ts'

const EVERY_MS = 60_000
/** How often the schedule is looked at: the queue may have lost it, with all its data. */
const CHECK_MS = 20_000
/** A run that is late by more than this was lost; one that waits for a worker comes anyway. */
const LATE_MS = 2 * EVERY_MS
const DEADLINE_MS = 5_000
const NAME = 'clean-up'

/**
 * Keeps the repeating clean-up job scheduled, however many workers do so. A
 * Redis that has come back empty has it again within 20 seconds, and runs it at
 * once.
 *
 * @returns stops looking after the schedule, which stays as it is
 */
export function scheduleCleanUp(queue: JobsQueue, log: Logger): () => void {
  let timer: NodeJS.Timeout | undefined
  let hasStopped = false

  async function check() {
    try {
      await withDeadline(ensureScheduled(queue), DEADLINE_MS, 'The queue did not answer in time.')
    } catch (err) {
      log.warn({ err }, 'clean-up not scheduled, trying again')
    }
    if (!hasStopped) timer = setTimeout(check, CHECK_MS).unref()
  }

  void check()
  return () => {
    hasStopped = true
    clearTimeout(timer)
  }
}

async function ensureScheduled(queue: JobsQueue): Promise<void> {
  const schedule = await queue.getJobScheduler(NAME)
  const isOnTime = schedule?.next && schedule.next > Date.now() - LATE_MS
  if (isOnTime && hasOptions(schedule.template?.opts)) return
  await queue.upsertJobScheduler(
    NAME,
    { every: EVERY_MS },
    { name: NAME, data: {}, opts: JOBS[NAME].options },
  )
}

/** Tells whether a schedule, which a release before may have made, has the options of the catalogue. */
function hasOptions(scheduled: JobsOptions = {}): boolean {
  const options: JobsOptions = JOBS[NAME].options
  const names = Object.keys(options) as (keyof JobsOptions)[]
  return names.every((name) => isDeepStrictEqual(scheduled[name], options[name]))
}
