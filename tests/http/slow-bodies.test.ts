import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import { prepareRawRequests } from '#tests/support/raw-requests.ts'

const MIB = 1024 * 1024
/** Together more bodies of a megabyte than a budget of 64 has room for. */
const SLOW_USERS = 5
const BODIES_EACH = 14

let app: TestApp
const send = prepareRawRequests()
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', BODY_MEMORY: String(64 * MIB) } })
})
afterAll(() => app?.stop())

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

/** Sends all but the last byte of as many large bodies as a user on a network of its own may. */
async function sendSlowly(address: string) {
  const user = app.client()
  await user.register()
  const head = [
    `POST /api/document?id=${randomUUID()} HTTP/1.1`,
    `Cookie: ${user.cookie()}`,
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${MIB + 1}`,
  ]
  return Array.from({ length: BODIES_EACH }, () => send(app.url, head, Buffer.alloc(MIB, ' ')))
}

test('slow large bodies of other networks keep nobody from signing in, voting and saving', async () => {
  const client = app.client()
  const { email } = await client.register()
  const { chatId, messageId } = await chatOnce(client, 'Hello')
  const networks = Array.from({ length: SLOW_USERS }, (_, n) => sendSlowly(`192.0.2.${n}`))
  const senders = (await Promise.all(networks)).flat()
  const answers: string[] = []
  for (const { answer } of senders) void answer().then((text) => answers.push(text))
  // The budget is full, and all who are left hold what they may.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(senders.length - 64)
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 503[\s\S]*retry-after: 5/i)

  const credentials = { email, password: 'correct horse battery' }
  const signIn = await app.client().post('/api/session', credentials, from('198.51.100.1'))
  expect(signIn.status).toBe(200)
  const vote = { chatId, messageId, type: 'up' }
  expect((await client.patch('/api/vote', vote, from('198.51.100.2'))).status).toBe(200)
  const note = { title: 'Note', kind: 'text', content: 'x'.repeat(3 * MIB) }
  const path = `/api/document?id=${randomUUID()}`
  expect((await client.post(path, note, from('198.51.100.3'))).status).toBe(200)
  // They have not been closed meanwhile, but for those that gave way.
  expect(answers.length).toBeLessThan(senders.length / 3)
})
