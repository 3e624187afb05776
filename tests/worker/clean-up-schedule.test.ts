import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { untilTitled } from '#tests/support/outage.ts'
import { hasRedis, startRedisServer } from '#tests/support/redis-server.ts'
import { scheduledJobs } from '#tests/support/test-queue.ts'

/** A minute, and some time for a busy machine. */
const TIMEOUT = { timeout: 75_000, interval: 500 }

let model: FakeOpenAi

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply: ({ body }) => ({ text: body.stream ? 'Quick.' : 'A title' }),
  })
})

afterAll(() => model?.close())

async function start(env: Record<string, string>) {
  const app = await startApp({ worker: true, env: { ...env, OPENAI_BASE_URL: model.url } })
  onTestFinished(() => app.stop())
  await expect.poll(() => scheduledJobs(app), TIMEOUT).toEqual(['clean-up'])
  return app
}

describe('the schedule of the clean-up', { timeout: 180_000 }, () => {
  test.skipIf(!hasRedis())(
    'it is back within a minute when Redis has lost all its data, and so are lost titles',
    async () => {
      const redis = await startRedisServer()
      onTestFinished(() => redis.close())
      const app = await start({ REDIS_URL: redis.url })
      const user = app.client()
      await user.register()

      // The title's job is lost with the rest: no worker takes it before.
      await app.worker?.stop()
      const { chatId } = await chatOnce(user, 'Hello')
      await app.startWorker()
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
      await app.database.sql(
        "update chat set title = 'lost', title_source = 'provisional', created_at = now() - interval '1 minute'",
      )

      await expect.poll(() => scheduledJobs(app), TIMEOUT).toEqual(['clean-up'])
      await untilTitled(user, chatId)
    },
  )

  test.skipIf(!hasRedis())('it is back when Redis was replaced by an empty one', async () => {
    const redis = await startRedisServer()
    onTestFinished(() => redis.close())
    const app = await start({ REDIS_URL: redis.url })
    const client = new Redis(redis.url)
    await client.flushall('SYNC')
    client.disconnect()
    await redis.stop()
    await redis.start()
    await expect.poll(() => scheduledJobs(app), TIMEOUT).toEqual(['clean-up'])
  })

  test('it is back within a minute when the tables of the queue were emptied', async () => {
    const app = await start({ REDIS_URL: '' })
    await app.database.sql('truncate bullmq.scheduler, bullmq.job cascade')
    await expect.poll(() => scheduledJobs(app), TIMEOUT).toEqual(['clean-up'])
  })
})
