import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { runSql } from '#tests/support/database-server.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import type { FakeOpenAi } from '#tests/support/fake-openai.ts'
import {
  OUTAGE_AT_START_MS,
  readiness,
  startOutageModel,
  untilReady,
  untilTitled,
  uploadImage,
} from '#tests/support/outage.ts'
import { hasRedis, type RedisServer, startRedisServer } from '#tests/support/redis-server.ts'
import { makePng } from '#tests/support/test-images.ts'
import { enqueueCleanUp } from '#tests/support/test-queue.ts'

/** The outage lasts a time, whatever happens meanwhile. */
const REDIS_OUTAGE_MS = 3_000
const NO_REDIS = 'there is no redis-server on this machine'

let model: FakeOpenAi
let modelEnv: Record<string, string>
/** The document that the model asks suggestions for. */
let documentId = ''

beforeAll(async () => {
  ;({ model, env: modelEnv } = await startOutageModel(() => documentId))
})

afterAll(() => model?.close())

describe.skipIf(!hasRedis())(`an outage of Redis${hasRedis() ? '' : ` (${NO_REDIS})`}`, () => {
  let redis: RedisServer
  let app: TestApp
  let user: TestClient

  beforeAll(async () => {
    redis = await startRedisServer()
    app = await startApp({
      worker: true,
      env: { ...modelEnv, REDIS_URL: redis.url, RATE_LIMITS: 'on' },
    })
    user = app.client()
    await user.register()
  })

  afterAll(async () => {
    await app?.stop()
    await redis?.close()
  })

  test('chat goes on, uploads are refused, and jobs run once it is back', async () => {
    const { chatId: before } = await chatOnce(user, 'before')
    await untilTitled(user, before)
    const saved = await user.post(`/api/document?id=${randomUUID()}`, {
      title: 'Rain',
      content: 'It rains. It pours.',
      kind: 'text',
    })
    documentId = ((await saved.json()) as { id: string }).id

    expectErrorLogs(/^The queue does not answer, so the image was not stored/)
    await redis.stop()

    expect(await readiness(app)).toEqual({ status: 503, missing: ['queue'] })
    const from = Date.now()
    const { chatId: meanwhile, reply } = await chatOnce(user, 'meanwhile')
    expect(reply.text).toBe('Quick.')
    // To wait for the queue takes five seconds.
    expect(Date.now() - from).toBeLessThan(4_000)
    expect((await getChat(user, meanwhile)).title).toBe('meanwhile')

    const refused = await uploadImage(user, await makePng())
    expect(refused.status).toBe(500)
    expect(await refused.json()).toMatchObject({
      status: 500,
      detail: expect.stringContaining('Try again later'),
    })

    // Waits for the worker, which cannot know yet.
    const suggesting = chatOnce(user, 'suggest something')
    await expect
      .poll(() => app.database.sql('select status from suggestion_request'))
      .toMatchObject([{ status: 'queued' }])
    await sleep(REDIS_OUTAGE_MS)

    await redis.start()
    await untilReady(app)

    const { chatId: after } = await chatOnce(user, 'after')
    await untilTitled(user, after)
    expect((await uploadImage(user, await makePng())).status).toBe(200)

    const age = "created_at = now() - interval '2 minutes'"
    await runSql(app.databaseUrl, `update chat set ${age} where id = $1`, [meanwhile])
    await runSql(app.databaseUrl, `update suggestion_request set ${age}`)
    await enqueueCleanUp(app)
    await untilTitled(user, meanwhile)
    const suggested = await suggesting
    expect(suggested.reply.data.filter(({ type }) => type === 'suggestion')).toHaveLength(1)
    expect(suggested.reply.toolResults).toMatchObject([
      { result: { message: 'Suggestions have been added to the document' } },
    ])
  })

  test('a worker and a web process that start meanwhile work once it is back', async () => {
    await redis.stop()
    const starting = Promise.all([app.startWorker(), app.startWeb()])
    await sleep(OUTAGE_AT_START_MS)
    await redis.start()
    const [, web] = await starting
    await app.worker?.stop()
    const late = createClient(web.url)
    late.setCookie(user.cookie())
    const { chatId } = await chatOnce(late, 'after a late start')
    await untilTitled(late, chatId)
  })
})
