import type { Logger } from '#core/log.ts'
import { withDeadline } from '../deadline.ts'
import { JOBS, type JobName, type JobPayload } from './catalogue.ts'
import type { JobsQueue } from './queue.ts'

export type JobProducer = {
  /**
   * Enqueues a job. The same id twice is one job.
   *
   * @param id unique among all jobs, without `:` (BullMQ's rule)
   * @throws when the queue does not take the job within five seconds
   */
  enqueue<N extends JobName>(name: N, id: string, payload: JobPayload<N>): Promise<void>
  /** Like enqueue, for what may wait: a failure is logged, and the clean-up job catches up. */
  enqueueOrLog<N extends JobName>(name: N, id: string, payload: JobPayload<N>): void
  queue: JobsQueue
  close(): Promise<void>
}

const ENQUEUE_DEADLINE_MS = 5_000

export function createJobProducer(queue: JobsQueue, log: Logger): JobProducer {
  queue.on('error', (err) => log.warn({ err }, 'queue connection failed'))

  async function enqueue<N extends JobName>(name: N, id: string, payload: JobPayload<N>) {
    const { schema, options } = JOBS[name]
    const added = queue.add(name, schema.parse(payload) as JobPayload<N>, { ...options, jobId: id })
    await withDeadline(added, ENQUEUE_DEADLINE_MS, 'The queue did not take the job in time.')
  }

  return {
    queue,
    enqueue,
    enqueueOrLog(name, id, payload) {
      enqueue(name, id, payload).catch((err: unknown) =>
        log.warn({ err, job: name, jobId: id }, 'job not enqueued; clean-up will catch up'),
      )
    },
    close: () => queue.close(),
  }
}
