import type { Logger } from '#core/log.ts'
import { withDeadline } from '../deadline.ts'
import { JOBS, type JobName, type JobPayload, type QueueKind } from './catalogue.ts'
import { logOutages } from './log-outages.ts'
import type { JobsQueue } from './queue.ts'

export type JobsQueues = Record<QueueKind, JobsQueue>

export type JobProducer = {
  /**
   * Enqueues a job in its queue. The same id twice is one job.
   *
   * @param id unique among all jobs, without `:` (BullMQ's rule)
   * @throws when the queue does not take the job within five seconds
   */
  enqueue<N extends JobName>(name: N, id: string, payload: JobPayload<N>): Promise<void>
  /** Like enqueue, for what may wait: a failure is logged, and the clean-up job catches up. */
  enqueueOrLog<N extends JobName>(name: N, id: string, payload: JobPayload<N>): void
  queues: JobsQueues
  close(): Promise<void>
}

const ENQUEUE_DEADLINE_MS = 5_000

export function createJobProducer(queues: JobsQueues, log: Logger): JobProducer {
  const onError = logOutages(log, 'queue connection failed')
  for (const queue of Object.values(queues)) queue.on('error', onError)

  async function enqueue<N extends JobName>(name: N, id: string, payload: JobPayload<N>) {
    const { queue, schema, options } = JOBS[name]
    const added = queues[queue].add(name, schema.parse(payload) as JobPayload<N>, {
      ...options,
      jobId: id,
    })
    await withDeadline(added, ENQUEUE_DEADLINE_MS, 'The queue did not take the job in time.')
  }

  return {
    queues,
    enqueue,
    enqueueOrLog(name, id, payload) {
      enqueue(name, id, payload).catch((err: unknown) =>
        log.warn({ err, job: name, jobId: id }, 'job not enqueued; clean-up will catch up'),
      )
    },
    async close() {
      await Promise.all(Object.values(queues).map((queue) => queue.close()))
    },
  }
}
