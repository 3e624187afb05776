import { randomUUID } from 'node:crypto'
import { readEnv } from '#core/env.server.ts'
import { createQueue, type JobsQueue } from '#core/jobs/queue.ts'
import type { TestApp } from './app.ts'

/** Enqueues a job with an invalid payload, which the worker fails for good; returns its id. */
export function enqueueBrokenJob(app: TestApp): Promise<string> {
  return withQueue(app, async (queue) => {
    const id = randomUUID()
    const payload = { chatId: 'no uuid', requestId: 'test' }
    await queue.add('generate-title', payload, { jobId: id, attempts: 3 })
    return id
  })
}

/** Enqueues now the clean-up job, which the worker runs once a minute. */
export function enqueueCleanUp(app: TestApp): Promise<void> {
  return withQueue(app, async (queue) => void (await queue.add('clean-up', {})))
}

/** The names of the jobs that are scheduled to run again and again. */
export function scheduledJobs(app: TestApp): Promise<string[]> {
  return withQueue(app, async (queue) =>
    (await queue.getJobSchedulers()).map(({ name }) => name ?? ''),
  )
}

async function withQueue<T>(app: TestApp, use: (queue: JobsQueue) => Promise<T>): Promise<T> {
  const { QUEUE_PREFIX, REDIS_URL } = readEnv(app.queueSettings)
  const queue = createQueue({ QUEUE_PREFIX, REDIS_URL, DATABASE_URL: app.databaseUrl })
  try {
    return await use(queue)
  } finally {
    await queue.close()
  }
}
