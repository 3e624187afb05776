import { randomUUID } from 'node:crypto'
import { readEnv } from '#core/env.server.ts'
import type { QueueKind } from '#core/jobs/catalogue.ts'
import { createQueue, type JobsQueue } from '#core/jobs/queue.ts'
import type { TestApp } from './app.ts'
import { expectErrorLogs } from './error-logs.ts'

/** Enqueues a job with an invalid payload, which the worker fails for good; returns its id. */
export function enqueueBrokenJob(app: TestApp): Promise<string> {
  expectErrorLogs(/^job failed for good: Invalid payload/)
  return withQueue(app, 'model', async (queue) => {
    const id = randomUUID()
    const payload = { chatId: 'no uuid', requestId: 'test' }
    await queue.add('generate-title', payload, { jobId: id, attempts: 3 })
    return id
  })
}

/** Enqueues now the clean-up job, which the worker runs once a minute. */
export function enqueueCleanUp(app: TestApp): Promise<void> {
  return withQueue(app, 'interactive', async (queue) => void (await queue.add('clean-up', {})))
}

/** The names of the jobs that are scheduled to run again and again. */
export function scheduledJobs(app: TestApp): Promise<string[]> {
  return withQueue(app, 'interactive', async (queue) =>
    (await queue.getJobSchedulers()).map(({ name }) => name ?? ''),
  )
}

/** Enqueues a chat's title as the release before did: in the one queue there was, without the user. */
export function enqueueTitleAsBefore(app: TestApp, chatId: string): Promise<void> {
  return withQueue(app, 'interactive', async (queue) => {
    const payload = { chatId, requestId: 'test' }
    await queue.add('generate-title', payload, { jobId: `title-${chatId}`, attempts: 5 })
  })
}

/** How often each job of the model's queue that is done was tried. */
export function attemptsOfModelJobs(app: TestApp): Promise<number[]> {
  return withQueue(app, 'model', async (queue) =>
    (await queue.getJobs('completed')).map(({ attemptsMade }) => attemptsMade),
  )
}

async function withQueue<T>(
  app: TestApp,
  kind: QueueKind,
  use: (queue: JobsQueue) => Promise<T>,
): Promise<T> {
  const { QUEUE_PREFIX, REDIS_URL } = readEnv(app.queueSettings)
  const queue = createQueue({ QUEUE_PREFIX, REDIS_URL, DATABASE_URL: app.databaseUrl }, kind)
  try {
    return await use(queue)
  } finally {
    await queue.close()
  }
}
