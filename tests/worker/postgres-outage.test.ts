import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import type { FakeOpenAi } from '#tests/support/fake-openai.ts'
import {
  OUTAGE_AT_START_MS,
  readiness,
  SHORT_REPLY,
  SLOW_REPLY,
  startOutageModel,
  untilReady,
  untilTitled,
  uploadImage,
} from '#tests/support/outage.ts'
import {
  type DataStreamReply,
  readDataStream,
  startReading,
} from '#tests/support/read-data-stream.ts'
import { hasRedis, startRedisServer } from '#tests/support/redis-server.ts'
import { makePng } from '#tests/support/test-images.ts'
import { migrate } from '../../scripts/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../scripts/postgres/embedded-postgres.ts'

/** A request or a job that needed the database meanwhile. */
const DATABASE_AWAY =
  /^(request|job) failed: (connect ECONNREFUSED|terminating connection|Connection terminated|the database system is)/
/** The outage lasts a time, whatever happens meanwhile. */
const OUTAGE_MS = 4_000
const NO_REDIS = 'there is no redis-server on this machine'

const QUEUES = [
  { queue: 'Postgres', skipped: false },
  { queue: 'Redis', skipped: !hasRedis() },
]

let model: FakeOpenAi
let modelEnv: Record<string, string>

beforeAll(async () => {
  ;({ model, env: modelEnv } = await startOutageModel())
})

afterAll(() => model?.close())

describe('an outage of Postgres', () => {
  let dataDir: string
  let postgres: EmbeddedPostgres

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parley-faults-'))
    postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } })
    await migrate(postgres.url, () => {})
  }, 120_000)

  afterAll(async () => {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function stopPostgres() {
    const ended = postgres.ended()
    process.kill(postgres.pid(), 'SIGINT')
    await ended
  }

  for (const { queue, skipped } of QUEUES) {
    test.skipIf(skipped)(
      `requests are refused, running replies end whole, and jobs run again, with the queue on ${queue}${skipped ? ` (${NO_REDIS})` : ''}`,
      async () => {
        const redis = queue === 'Redis' ? await startRedisServer() : undefined
        const env = { ...modelEnv, REDIS_URL: redis?.url ?? '' }
        const app = await startApp({ worker: true, databaseUrl: postgres.url, env })
        try {
          await outage(app)
        } finally {
          await app.stop()
          await redis?.close()
        }
      },
      120_000,
    )
  }

  test('a worker and a web process that start meanwhile work once it is back', async () => {
    const env = { ...modelEnv, REDIS_URL: '' }
    const app = await startApp({ databaseUrl: postgres.url, env })
    try {
      expectErrorLogs(DATABASE_AWAY)
      await stopPostgres()
      const starting = Promise.all([app.startWorker(), app.startWeb()])
      await sleep(OUTAGE_AT_START_MS)
      await postgres.restart()
      const [, web] = await starting
      const user = createClient(web.url)
      await user.register()
      const { chatId } = await chatOnce(user, 'after a late start')
      await untilTitled(user, chatId)
    } finally {
      await app.stop()
    }
  })

  async function outage(app: TestApp) {
    const user = app.client()
    await user.register()
    const { chatId: idle, messageId } = await chatOnce(user, 'before')
    const elsewhere = createClient((await app.startWeb()).url)
    elsewhere.setCookie(user.cookie())
    const through = await startReply(user, 'slow, through an outage')
    const followed = startReading(await elsewhere.get(`/api/chat/${through.chatId}/stream`))
    await followed.begun
    const into = await startReply(user, 'short, into an outage')

    expectErrorLogs(DATABASE_AWAY)
    await stopPostgres()
    const from = Date.now()
    try {
      await answersMeanwhile(app, user, { chatId: idle, messageId })
      await sleep(OUTAGE_MS - (Date.now() - from))
    } finally {
      await postgres.restart()
    }

    await untilReady(app)
    await isWhole(user, through, SLOW_REPLY)
    // Its reader on another web process has waited too, and missed nothing.
    expect(await followed.reading).toEqual(await through.reading)
    await isWhole(user, into, SHORT_REPLY)
    await worksAgain(user)
  }

  /** Starts a reply, and returns once its first word is there. */
  async function startReply(user: TestClient, text: string) {
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage(text)], { chatId })
    const { begun, reading } = startReading(response)
    await begun
    return { chatId, reading }
  }

  /** Expects the reply to be whole, to its reader and as it is stored. */
  async function isWhole(
    user: TestClient,
    { chatId, reading }: Awaited<ReturnType<typeof startReply>>,
    words: string[],
  ) {
    expect(await reading).toMatchObject({ text: words.join(''), errors: [] })
    const stored = (await getChat(user, chatId)).messages[1]
    expect(stored?.status).toBe('complete')
    expect(textOf(stored)).toBe(words.join(''))
  }

  /** Expects every kind of request to be answered 503 with Retry-After. */
  async function answersMeanwhile(
    app: TestApp,
    user: TestClient,
    ids: { chatId: string; messageId: string },
  ) {
    const from = Date.now()
    const requests: Record<string, () => Promise<Response>> = {
      session: () => user.get('/api/session'),
      chat: () => user.get(`/api/chat?id=${ids.chatId}`),
      history: () => user.get('/api/history'),
      document: () => user.get(`/api/document?id=${randomUUID()}`),
      vote: () => user.patch('/api/vote', { ...ids, type: 'up' }),
      turn: () => postChat(user, [userMessage('meanwhile')]),
      save: () =>
        user.post(`/api/document?id=${randomUUID()}`, { title: 'a', content: 'b', kind: 'text' }),
      upload: async () => uploadImage(user, await makePng()),
      'sign in': () => app.client().post('/api/session', { email: 'a@b.example', password: 'x' }),
      resume: () => user.get(`/api/chat/${ids.chatId}/stream`),
    }
    const answers = await Promise.all(
      Object.entries(requests).map(async ([name, send]) => {
        const response = await send()
        const type = response.headers.get('content-type')
        const retryAfter = Number(response.headers.get('retry-after'))
        await response.text()
        return { name, status: response.status, type, retry: retryAfter > 0 }
      }),
    )
    expect(answers).toEqual(
      Object.keys(requests).map((name) => ({
        name,
        status: 503,
        type: 'application/problem+json',
        retry: true,
      })),
    )
    const page = await user.get('/')
    expect(page.status).toBe(503)
    expect(await page.text()).toMatch(/^<!DOCTYPE html>[\s\S]*Try again/)
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    const { status, missing } = await readiness(app)
    expect(status).toBe(503)
    expect(missing).toContain('database')
    expect(Date.now() - from).toBeLessThan(20_000)
  }

  /** Expects a title from the worker, its signal in an open stream, and an upload to be stored. */
  async function worksAgain(user: TestClient) {
    const { chatId: first } = await chatOnce(user, 'after it')
    await untilTitled(user, first)
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('slow, after it')], { chatId })
    const seen = new Promise<DataStreamReply['data'][number]>((resolve, reject) => {
      const reading = readDataStream(response, { onData: resolve })
      reading.then(() => reject(new Error('The reply ended without a title.')), reject)
    })
    expect(await seen).toEqual({ type: 'chat-title', content: 'A title' })
    expect((await user.delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
    expect((await uploadImage(user, await makePng())).status).toBe(200)
  }
})
