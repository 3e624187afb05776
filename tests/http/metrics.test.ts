import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, postChat, userMessage } from '#tests/support/chat.ts'
import { enqueueBrokenJob } from '#tests/support/test-queue.ts'
import { sendRaw } from './fuzz/send-raw.ts'

const TOKEN = 'a-token-for-the-metrics'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ worker: true, env: { METRICS_TOKEN: TOKEN } })
})

afterAll(async () => {
  await app?.stop()
})

const bearer = (token = TOKEN) => ({ Authorization: `Bearer ${token}` })

async function readMetrics(url = app.url): Promise<string> {
  const response = await fetch(`${url}/metrics`, { headers: bearer() })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^text\/plain;.* version=0\.0\.4$/)
  return response.text()
}

/** The value of a series; undefined when there is none. */
function sample(metrics: string, name: string, labels: Record<string, string> = {}) {
  const line = metrics
    .split('\n')
    .find(
      (text) =>
        (text.startsWith(`${name} `) || text.startsWith(`${name}{`)) &&
        Object.entries(labels).every(([label, value]) => text.includes(`${label}="${value}"`)),
    )
  return line === undefined ? undefined : Number(line.split(' ').at(-1))
}

/** Waits until there is a value to read. */
function eventually<T>(read: () => Promise<T | undefined | false>) {
  return vi.waitUntil(read, { timeout: 20_000, interval: 200 })
}

describe('access to /metrics', () => {
  const at = async (url: string, headers: Record<string, string>) =>
    (await sendRaw(url, { method: 'GET', path: '/metrics', headers })).status

  test('where a token is set, only the token opens them, also on the machine itself', async () => {
    expect(await at(app.url, {})).toBe(401)
    expect(await at(app.url, bearer('wrong'))).toBe(401)
    expect(await at(app.url, { 'X-Forwarded-For': '127.0.0.1' })).toBe(401)
    expect(await at(app.url, bearer())).toBe(200)
    expect(await at(app.url, { 'X-Forwarded-For': '203.0.113.9', ...bearer() })).toBe(200)
  })

  test('without a token, only the machine itself may read them, under its own name', async () => {
    const web = await app.startWeb({ METRICS_TOKEN: '' })
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:80', '[::1]:9', '127.1.2.3']) {
      expect(await at(web.url, { Host: host }), host).toBe(200)
    }
    // A page whose name was made to lead to this machine (DNS rebinding).
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io:3000']) {
      expect(await at(web.url, { Host: host }), host).toBe(404)
    }
    // A proxy on this machine passes requests on from loopback.
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Proto', 'Forwarded', 'Via', 'X-Real-IP']) {
      expect(await at(web.url, { Host: 'localhost', [name]: 'x' }), name).toBe(404)
    }
    expect(await at(web.url, { 'X-Forwarded-For': '127.0.0.1', ...bearer('') })).toBe(404)
    await web.stop()
  })

  test('behind a trusted proxy they can be read with a token only', async () => {
    const web = await app.startWeb({ METRICS_TOKEN: '', TRUST_PROXY: '1' })
    expect(await at(web.url, { Host: 'localhost' })).toBe(404)
    await web.stop()
  })
})

describe('the content of /metrics', () => {
  test('requests are counted by method, route and status, without ids', async () => {
    const client = app.client()
    await client.register()
    const chatId = randomUUID()
    await client.get(`/api/chat/${chatId}/stream`)
    await client.get(`/${chatId}`)
    await client.patch('/api/vote', {})

    const requests = 'parley_http_requests_total'
    // A request is counted when its connection is done with it, just after the answer.
    const counted = { method: 'PATCH', route: '/api/vote', status: '400' }
    await expect.poll(async () => sample(await readMetrics(), requests, counted)).toBe(1)
    const metrics = await readMetrics()

    const stream = { method: 'GET', route: '/api/chat/:chatId/stream', status: '204' }
    expect(sample(metrics, requests, stream)).toBe(1)
    expect(
      sample(metrics, 'parley_http_request_duration_seconds_count', { route: '/api/vote' }),
    ).toBe(1)
    expect(metrics).not.toContain(chatId)
  })

  test('replies are measured by first delta, outcome, tokens and open streams', async () => {
    const client = app.client()
    await client.register()
    await chatOnce(client, 'Hello')

    const metrics = await readMetrics()

    expect(sample(metrics, 'parley_replies_total', { outcome: 'complete' })).toBe(1)
    expect(sample(metrics, 'parley_reply_first_delta_seconds_count')).toBe(1)
    expect(sample(metrics, 'parley_reply_first_delta_seconds_sum')).toBeGreaterThan(0)
    expect(sample(metrics, 'parley_tokens_total', { kind: 'input' })).toBeGreaterThan(0)
    expect(sample(metrics, 'parley_tokens_total', { kind: 'output' })).toBeGreaterThan(0)
    expect(sample(metrics, 'parley_streams_open')).toBe(0)

    const response = await postChat(client, [userMessage('Write a long story about a lighthouse.')])
    const during = await readMetrics()
    expect(sample(during, 'parley_streams_open')).toBe(1)
    expect(sample(during, 'parley_replies_running')).toBe(1)
    await response.body?.cancel()
    await eventually(async () => sample(await readMetrics(), 'parley_streams_open') === 0)
  })

  test('the process, its database connections and the queue are shown', async () => {
    const metrics = await readMetrics()
    expect(sample(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(sample(metrics, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(sample(metrics, 'parley_pg_pool_connections', { state: 'idle' })).toBeGreaterThan(0)
    expect(sample(metrics, 'parley_queue_up')).toBe(1)
    for (const queue of ['interactive', 'model']) {
      const jobs = (state: string) => sample(metrics, 'parley_queue_jobs', { queue, state })
      expect(jobs('waiting')).toBeGreaterThanOrEqual(0)
      expect(jobs('failed')).toBe(0)
    }
  })

  test('every web process counts a job that failed for good as failed', async () => {
    // A job of this payload cannot be run: its processor is never called.
    await enqueueBrokenJob(app)
    const failed = async (url?: string) =>
      sample(await readMetrics(url), 'parley_queue_jobs', { queue: 'model', state: 'failed' })
    await eventually(async () => (await failed()) === 1)

    const second = await app.startWeb()
    expect(await failed(second.url)).toBe(1)
    await second.stop()
  })

  test.skipIf(process.env.REDIS_URL)(
    'the metrics stay readable while the queue is away',
    async () => {
      await app.database.sql('alter schema bullmq rename to gone')
      try {
        const metrics = await readMetrics()
        expect(sample(metrics, 'process_cpu_seconds_total')).toBeGreaterThan(0)
        expect(sample(metrics, 'parley_queue_up')).toBe(0)
        expect(sample(metrics, 'parley_queue_jobs', { state: 'waiting' })).toBeUndefined()
      } finally {
        await app.database.sql('alter schema gone rename to bullmq')
      }
    },
  )
})
