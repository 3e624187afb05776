import { randomUUID } from 'node:crypto'
import { readEnv } from '#core/env.server.ts'
import { createQueue } from '#core/jobs/backend.ts'
import type { TestApp } from './app.ts'

/**
 * Enqueues a job with an invalid payload, which the worker fails for good.
 *
 * @param prefix the application's `QUEUE_PREFIX`
 * @returns the job's id
 */
export async function enqueueBrokenJob(app: TestApp, prefix: string): Promise<string> {
  const env = readEnv({ QUEUE_PREFIX: prefix, REDIS_URL: process.env.REDIS_URL })
  const queue = createQueue({ ...env, DATABASE_URL: app.databaseUrl })
  const id = randomUUID()
  try {
    const payload = { chatId: 'no uuid', requestId: 'test' }
    await queue.add('generate-title', payload, { jobId: id, attempts: 3 })
  } finally {
    await queue.close()
  }
  return id
}
