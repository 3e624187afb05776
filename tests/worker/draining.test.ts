import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { keepConnection } from '#tests/support/kept-connection.ts'

const WORD_MS = 200
/** A reply that ends some time after routers have moved on. */
const SHORT_REPLY = Array.from({ length: 45 }, (_, n) => `${n} `)
/** A reply that keeps the process from ending. */
const LONG_REPLY = Array.from({ length: 150 }, (_, n) => `${n} `)

let provider: FakeOpenAi
let app: TestApp

beforeAll(async () => {
  provider = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      if (text === 'short') return { text: SHORT_REPLY, delayMs: WORD_MS }
      return text === 'long' ? { text: LONG_REPLY, delayMs: WORD_MS } : { text: 'Quick.' }
    },
  })
  const env = { DRAIN_DELAY_SECONDS: '6', DRAIN_SECONDS: '60' }
  app = await startApp({ env: { ...env, OPENAI_BASE_URL: provider.url } })
})

afterAll(async () => {
  app?.web.kill('SIGKILL')
  await app?.stop()
  await provider?.close()
})

test('a process that drains serves until routers have moved on, and then takes no turn', async () => {
  const client = app.client()
  await client.register()
  const open = () => keepConnection(app.url, { Cookie: client.cookie() })
  const turn = (text: string) => ({
    id: randomUUID(),
    messages: [userMessage(text)],
    selectedChatModel: 'chat-model-small',
  })

  const kept = open()
  const keptForLong = open()
  await (await kept.send('GET', '/api/session')).text
  const before = await kept.send('GET', '/api/session')
  expect(before).toMatchObject({ status: 200, isReused: true })
  expect(before.headers.connection).toBe('keep-alive')
  await before.text
  const long = await postChat(client, [userMessage('long')])
  const short = await keptForLong.send('POST', '/api/chat', turn('short'))
  expect([long.status, short.status]).toEqual([200, 200])

  app.web.kill('SIGTERM')
  await app.web.waitForLog(({ msg }) => msg === 'draining')

  const during = await kept.send('GET', '/api/session')
  expect(during).toMatchObject({ status: 200, isReused: true })
  const readiness = await kept.send('GET', '/readyz')
  expect(readiness).toMatchObject({ status: 503, isReused: false })
  expect(JSON.parse(await readiness.text)).toEqual({ status: 'unavailable', missing: ['draining'] })
  expect(readiness.headers['retry-after']).toMatch(/^\d+$/)
  const taken = await kept.send('POST', '/api/chat', turn('Hello'))
  expect(taken).toMatchObject({ status: 200, isReused: false })
  expect(await taken.text).toContain('Quick.')
  const closing = [during, readiness, taken].map(({ headers }) => headers.connection)
  expect(closing).toEqual(['close', 'close', 'close'])

  const connected = () => kept.send('GET', '/healthz').then(() => 'connected')
  await expect.poll(() => connected().catch(({ code }) => code)).toBe('ECONNREFUSED')
  expect(await short.text).toContain('"finishReason":"stop"')
  const refused = await keptForLong.send('POST', '/api/chat', turn('Hello'))
  expect(refused).toMatchObject({ status: 503, isReused: true })
  expect(refused.headers['retry-after']).toMatch(/^\d+$/)
  expect(refused.headers.connection).toBe('close')
  await refused.text
  await long.body?.cancel()
  kept.close()
  keptForLong.close()
})
