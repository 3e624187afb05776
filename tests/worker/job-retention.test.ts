import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { JOBS, QUEUE_KINDS } from '#core/jobs/catalogue.ts'
import { hasRedis, startRedisServer } from '#tests/support/redis-server.ts'
import { startTestServices } from '#tests/support/test-services.ts'

const UPLOADS = 25
const TIMEOUT = { timeout: 30_000 }
/** A run that was planned with the old options, just before a minute was over, is gone when it has run. */
const UNTIL_NEXT_RUN = { timeout: 80_000 }
const NAME = 'clean-up'

/** As a release before scheduled it: each run left 20 done jobs in the queue, of whatever kind. */
const OLD_OPTIONS = { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 }, attempts: 1 }

describe('jobs that have ended', () => {
  test.each(QUEUE_KINDS)('are kept alike in the queue %s, or not at all', (kind) => {
    const kept = Object.values(JOBS)
      .filter(({ queue }) => queue === kind)
      .map(({ options: { removeOnComplete, removeOnFail } }) => ({
        removeOnComplete,
        removeOnFail,
      }))
      .filter(({ removeOnComplete, removeOnFail }) => !(removeOnComplete && removeOnFail === true))
    expect(kept.length).toBeGreaterThan(0)
    for (const retention of kept) expect(retention).toEqual(kept[0])
  })

  test.each([
    ['Redis', hasRedis()],
    ['Postgres', true],
  ])(
    'are left by the clean-up, with the queue in %s',
    { timeout: 150_000 },
    async (where, isHere) => {
      if (!isHere) return
      const redis = where === 'Redis' ? await startRedisServer() : undefined
      onTestFinished(() => redis?.close())
      const app = await startTestServices({ REDIS_URL: redis?.url ?? '' })
      onTestFinished(app.stop)
      const queue = app.services.jobs.queues.interactive
      await queue.upsertJobScheduler(
        NAME,
        { every: 60_000 },
        { name: NAME, data: {}, opts: OLD_OPTIONS },
      )
      const worker = await app.startWorker()
      // Its first run may still have them; the next one has not.
      await expect
        .poll(async () => {
          const scheduled = await queue.getDelayed()
          return [await queue.getActiveCount(), scheduled.map(({ opts }) => opts)]
        }, UNTIL_NEXT_RUN)
        .toMatchObject([0, [JOBS[NAME].options]])

      for (let count = 0; count < UPLOADS; count += 1) {
        // One without a row is done at once.
        const payload = { uploadId: randomUUID(), requestId: 'test' }
        await queue.add('process-upload', payload, JOBS['process-upload'].options)
      }
      await expect.poll(() => queue.getCompletedCount(), TIMEOUT).toBeGreaterThanOrEqual(UPLOADS)
      const { id } = await queue.add(NAME, {}, JOBS[NAME].options)
      await worker.waitForLog((line) => line.msg === 'job done' && line.jobId === id)
      await expect.poll(() => queue.getJobState(id ?? ''), TIMEOUT).toBe('unknown')
      const names = (await queue.getCompleted()).map(({ name }) => name)
      expect(names.filter((name) => name === 'process-upload')).toHaveLength(UPLOADS)
    },
  )
})
