import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createQueue } from '#core/jobs/backend.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { runSql } from '#tests/support/database-server.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  lastUserText,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import {
  type DataStreamReply,
  readDataStream,
  startReading,
} from '#tests/support/read-data-stream.ts'
import { hasRedis, type RedisServer, startRedisServer } from '#tests/support/redis-server.ts'
import type { RunningProcess } from '#tests/support/run-process.ts'
import { makePng } from '#tests/support/test-images.ts'
import { migrate } from '../../scripts/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../scripts/postgres/embedded-postgres.ts'

const WORDS = 200
const WORD_MS = 40
/** Words of a reply that ends during an outage. */
const SHORT = 40
/** How long what is needed stays away: each outage lasts a time, whatever happens meanwhile. */
const OUTAGE_MS = 4_000
const REDIS_OUTAGE_MS = 3_000
const OUTAGE_AT_START_MS = 2_000
const WHOLE = Array.from({ length: WORDS }, (_, n) => `${n} `)
const NO_REDIS = 'there is no redis-server on this machine'

let model: FakeOpenAi
/** The document that the model asks suggestions for. */
let documentId = ''

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      const said = JSON.stringify(request.body)
      if (said.includes('Write a title')) return { text: 'A title' }
      if (said.includes('"elements"') || request.body.model === 'artifacts') {
        const edit = { originalText: 'It rains.', suggestedText: 'It snows.', description: 'Cold.' }
        return { text: JSON.stringify({ elements: [edit] }) }
      }
      const text = lastUserText(request)
      if (text.includes('slow')) return { text: WHOLE, delayMs: WORD_MS }
      if (text.includes('short')) return { text: WHOLE.slice(0, SHORT), delayMs: WORD_MS }
      if (!text.includes('suggest') || hasToolResult(request)) return { text: 'Quick.' }
      return { toolCalls: [{ name: 'requestSuggestions', input: { documentId } }] }
    },
  })
})

afterAll(() => model?.close())

const modelEnv = () => ({ OPENAI_BASE_URL: model.url, ARTIFACT_MODEL: 'artifacts' })

/** Nothing that nobody caught, and the same processes as at the start. */
function expectSound(...processes: (RunningProcess | undefined)[]) {
  for (const process of processes) {
    const bad = process?.logs().filter(({ level = 0, msg = '' }) => {
      return level >= 60 || /uncaught|unhandled|^\s+at |Error:/i.test(msg)
    })
    expect(bad).toEqual([])
  }
}

async function readiness({ url }: TestApp) {
  const response = await fetch(`${url}/readyz`)
  const { missing = [] } = (await response.json()) as { missing?: string[] }
  return { status: response.status, missing }
}

const becomesReady = (app: TestApp) =>
  expect
    .poll(() => readiness(app), { timeout: 15_000, interval: 200 })
    .toEqual({ status: 200, missing: [] })

function upload(client: TestClient, png: Buffer) {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(png)], 'cat.png', { type: 'image/png' }))
  return client.raw('/api/files/upload', { method: 'POST', body })
}

/** Waits for the title that the worker writes. */
const titled = (client: TestClient, chatId: string, timeout = 15_000) =>
  expect
    .poll(async () => (await getChat(client, chatId)).title, { timeout, interval: 200 })
    .toBe('A title')

const QUEUES = [
  { queue: 'Postgres', skipped: false },
  { queue: 'Redis', skipped: !hasRedis() },
]

describe('Postgres stopped for some seconds', () => {
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
      `the queue on ${queue}${skipped ? ` (${NO_REDIS})` : ''}`,
      async () => {
        const redis = queue === 'Redis' ? await startRedisServer() : undefined
        const env = { ...modelEnv(), REDIS_URL: redis?.url ?? '' }
        const app = await startApp({ worker: true, databaseUrl: postgres.url, env })
        try {
          await outage(app)
          expectSound(app.web, app.worker)
        } finally {
          await app.stop()
          await redis?.close()
        }
      },
      120_000,
    )
  }

  test('a worker and a web process that start meanwhile work once it is back', async () => {
    const env = { ...modelEnv(), REDIS_URL: '' }
    const app = await startApp({ databaseUrl: postgres.url, env })
    try {
      await stopPostgres()
      const starting = Promise.all([app.startWorker(), app.startWeb()])
      await sleep(OUTAGE_AT_START_MS)
      await postgres.restart()
      const [worker, web] = await starting
      const user = createClient(web.url)
      await user.register()
      const { chatId } = await chatOnce(user, 'after a late start')
      await titled(user, chatId)
      expectSound(app.web, web, worker)
    } finally {
      await app.stop()
    }
  }, 60_000)

  async function outage(app: TestApp) {
    const user = app.client()
    await user.register()
    const { chatId: idle, messageId } = await chatOnce(user, 'before')
    const through = await startReply(user, 'slow, through an outage')
    const into = await startReply(user, 'short, into an outage')

    await stopPostgres()
    const from = Date.now()
    try {
      await answersMeanwhile(app, user, { chatId: idle, messageId })
      await sleep(OUTAGE_MS - (Date.now() - from))
    } finally {
      await postgres.restart()
    }

    await becomesReady(app)
    await isWhole(user, through, WHOLE)
    await isWhole(user, into, WHOLE.slice(0, SHORT))
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

  /** To its reader, and as it is stored. */
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

  /** Every kind of request says that it should be tried again, and soon. */
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
      upload: async () => upload(user, await makePng()),
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
    expect(Date.now() - from).toBeLessThan(10_000)
  }

  /** The worker writes a title, the signal brings it into the open stream, an upload is taken. */
  async function worksAgain(user: TestClient) {
    const { chatId: first } = await chatOnce(user, 'after it')
    await titled(user, first)
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('slow, after it')], { chatId })
    const seen = new Promise<DataStreamReply['data'][number]>((resolve, reject) => {
      const reading = readDataStream(response, { onData: resolve })
      reading.then(() => reject(new Error('The reply ended without a title.')), reject)
    })
    expect(await seen).toEqual({ type: 'chat-title', content: 'A title' })
    expect((await user.delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
    expect((await upload(user, await makePng())).status).toBe(200)
  }
})

describe.skipIf(!hasRedis())(
  `Redis stopped and started${hasRedis() ? '' : ` (${NO_REDIS})`}`,
  () => {
    let redis: RedisServer
    let app: TestApp
    let user: TestClient
    const prefix = `faults-${randomUUID().slice(0, 8)}`

    beforeAll(async () => {
      redis = await startRedisServer()
      app = await startApp({
        worker: true,
        env: { ...modelEnv(), REDIS_URL: redis.url, QUEUE_PREFIX: prefix, RATE_LIMITS: 'on' },
      })
      user = app.client()
      await user.register()
    })

    afterAll(async () => {
      await app?.stop()
      await redis?.close()
    })

    /** What the worker does once a minute, now. */
    async function cleanUp() {
      const queue = createQueue({
        REDIS_URL: redis.url,
        QUEUE_PREFIX: prefix,
        DATABASE_URL: app.databaseUrl,
      })
      await queue.add('clean-up', {})
      await queue.close()
    }

    test('chat goes on, uploads are refused, and jobs run once it is back', async () => {
      const { chatId: before } = await chatOnce(user, 'before')
      await titled(user, before)
      const saved = await user.post(`/api/document?id=${randomUUID()}`, {
        title: 'Rain',
        content: 'It rains. It pours.',
        kind: 'text',
      })
      documentId = ((await saved.json()) as { id: string }).id

      await redis.stop()

      expect(await readiness(app)).toEqual({ status: 503, missing: ['queue'] })
      const from = Date.now()
      const { chatId: meanwhile, reply } = await chatOnce(user, 'meanwhile')
      expect(reply.text).toBe('Quick.')
      expect(Date.now() - from).toBeLessThan(2_000)
      expect((await getChat(user, meanwhile)).title).toBe('meanwhile')

      const refused = await upload(user, await makePng())
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
      await becomesReady(app)

      const { chatId: after } = await chatOnce(user, 'after')
      await titled(user, after)
      expect((await upload(user, await makePng())).status).toBe(200)

      const age = "created_at = now() - interval '2 minutes'"
      await runSql(app.databaseUrl, `update chat set ${age} where id = $1`, [meanwhile])
      await runSql(app.databaseUrl, `update suggestion_request set ${age}`)
      await cleanUp()
      await titled(user, meanwhile)
      const suggested = await suggesting
      expect(suggested.reply.data.filter(({ type }) => type === 'suggestion')).toHaveLength(1)
      expect(suggested.reply.toolResults).toMatchObject([
        { result: { message: 'Suggestions have been added to the document' } },
      ])
      expectSound(app.web, app.worker)
    }, 90_000)

    test('a worker and a web process that start meanwhile work once it is back', async () => {
      await redis.stop()
      const starting = Promise.all([app.startWorker(), app.startWeb()])
      await sleep(OUTAGE_AT_START_MS)
      await redis.start()
      const [worker, web] = await starting
      await app.worker?.stop()
      const late = createClient(web.url)
      late.setCookie(user.cookie())
      const { chatId } = await chatOnce(late, 'after a late start')
      await titled(late, chatId)
      expectSound(app.web, web, worker)
    }, 60_000)
  },
)
