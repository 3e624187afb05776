import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_REPLIES_OF_USER } from '#core/replies/start-turn.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { startReading } from '#tests/support/read-data-stream.ts'

let app: TestApp
let provider: FakeOpenAi
let user: TestClient

beforeAll(async () => {
  // Replies that begin and never end.
  provider = await startFakeOpenAi({ reply: { text: 'one two three', hangAfter: 1 } })
  const env = { RATE_LIMITS: 'on', OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'test' }
  app = await startApp({ env: { ...env, DRAIN_SECONDS: '0' } })
  user = app.client()
  await user.register()
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

/** Starts a reply that goes on being read. */
async function startReply(chatId: string = randomUUID()) {
  const response = await postChat(user, [userMessage('Hello')], { chatId })
  expect(response.status).toBe(200)
  const { begun, reading } = startReading(response)
  await begun
  reading.catch(() => {})
  return chatId
}

function wasSent(text: string) {
  return provider.requests.some(({ body }) => JSON.stringify(body).includes(text))
}

test('a turn that is refused sends nothing to the model provider', async () => {
  const stranger = app.client()
  await stranger.register()
  const chatId = await startReply()

  const refusals = {
    401: await postChat(stranger, [userMessage('from a stranger')], { chatId }),
    409: await postChat(user, [userMessage('while a reply is written')], { chatId }),
    429: await refusedAsTooMany(),
  }

  const statuses = Object.values(refusals).map(({ status }) => status)
  expect(statuses).toEqual([401, 409, 429])
  // A turn that is taken after the refused ones: whatever they sent would have come before it.
  await user.delete(`/api/chat/${chatId}/stream`)
  await postChat(user, [userMessage('taken at last')], { chatId })
  await expect.poll(() => wasSent('taken at last')).toBe(true)
  expect(wasSent('from a stranger')).toBe(false)
  expect(wasSent('while a reply is written')).toBe(false)
  expect(wasSent('one too many')).toBe(false)
})

async function refusedAsTooMany() {
  // The first reply runs already.
  await Promise.all(Array.from({ length: MAX_REPLIES_OF_USER - 1 }, () => startReply()))
  return postChat(user, [userMessage('one too many')])
}
