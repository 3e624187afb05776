import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_REPLIES_OF_USER } from '#core/replies/start-turn.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import { createClient } from '#tests/support/client.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'

let app: TestApp
let provider: FakeOpenAi

beforeAll(async () => {
  // Replies that begin and never end.
  provider = await startFakeOpenAi({ reply: { text: 'one two three', hangAfter: 1 } })
  const env = { RATE_LIMITS: 'on', OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: 'test' }
  app = await startApp({ env: { ...env, DRAIN_SECONDS: '0' } })
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

describe('replies that run at once', () => {
  test('one user can have a limited number, in all web processes together', async () => {
    const second = await app.startWeb()
    const here = app.client()
    await here.register()
    const there = createClient(second.url)
    there.setCookie(here.cookie())

    const turns = await Promise.all(
      Array.from({ length: MAX_REPLIES_OF_USER + 10 }, async (_, index) => {
        const chatId = randomUUID()
        const message = userMessage('Hello')
        const response = await postChat(index % 2 ? there : here, [message], { chatId })
        return { chatId, message, response }
      }),
    )

    const running = turns.filter(({ response }) => response.status === 200)
    const refused = turns.filter(({ response }) => response.status === 429)
    expect(running).toHaveLength(MAX_REPLIES_OF_USER)
    expect(refused).toHaveLength(10)
    expect(refused[0]?.response.headers.get('Retry-After')).toBe('2')
    expect(await refused[0]?.response.json()).toMatchObject({
      status: 429,
      detail: expect.stringContaining(`${MAX_REPLIES_OF_USER} replies are being written`),
    })
    // A refused turn leaves nothing behind.
    expect((await here.get(`/api/chat?id=${refused[0]?.chatId}`)).status).toBe(404)

    // Somebody else is not held up, and a lost reader still gets back to a running reply.
    const other = app.client()
    await other.register()
    expect((await postChat(other, [userMessage('Hello')])).status).toBe(200)
    const [first] = running
    const again = await postChat(here, [first?.message], { chatId: first?.chatId ?? '' })
    expect(again.status).toBe(200)
    await again.body?.cancel()

    // One that ends makes room for another.
    expect((await here.delete(`/api/chat/${first?.chatId}/stream`)).status).toBe(204)
    await expect.poll(async () => (await postChat(here, [userMessage('Hello')])).status).toBe(200)
    await Promise.all(running.map(({ response }) => response.body?.cancel()))
  })
})
