import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, guest, registered } from '#tests/support/caller.ts'
import { getChat, postChat, userMessage } from '#tests/support/chat.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'
import { SENTENCES, suggestEdits } from '#tests/support/suggestion-requests.ts'

const LIMIT = 1_000

let provider: FakeOpenAi
let app: TestApp
/** What the models answer: chat, title, and the writer of documents. */
let chat: Script
let title: Script
let written: Script

beforeAll(async () => {
  provider = await startFakeOpenAi({
    reply(request) {
      if (JSON.stringify(request.body).includes('Write a title')) return title
      if (!request.body.tools) return written
      return hasToolResult(request) ? { text: 'Done.', usage: usage(2) } : chat
    },
  })
  const env = { OPENAI_BASE_URL: provider.url, TOKENS_PER_DAY: String(LIMIT) }
  app = await startApp({ env, worker: true })
})
beforeEach(() => {
  title = { text: 'A title', usage: usage(0) }
  written = { text: 'Words.', usage: usage(0) }
  chat = { text: 'Hello.', usage: usage(10) }
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

function usage(tokens: number) {
  return { input: Math.ceil(tokens / 2), output: Math.floor(tokens / 2), reasoning: 0 }
}

const send = (caller: Caller, text = 'Hello', chatId: string = randomUUID()) =>
  postChat(caller.client, [userMessage(text)], { chatId })

async function spend(caller: Caller, text?: string) {
  return readDataStream(await send(caller, text))
}

async function tokensToday(userId: string): Promise<number> {
  const [row] = await app.database.sql<{ tokens_today: number }>(
    `select tokens_today from user_account
     where id = $1 and tokens_day = (now() at time zone 'utc')::date`,
    [userId],
  )
  return row?.tokens_today ?? 0
}

/** Waits for tokens that are counted in the background, by this process or the worker. */
const expectTokens = (userId: string, tokens: number) =>
  expect.poll(() => tokensToday(userId)).toBe(tokens)

const setTokens = (userId: string, tokens: number, day = "(now() at time zone 'utc')::date") =>
  app.database.sql(`update user_account set tokens_today = $1, tokens_day = ${day} where id = $2`, [
    tokens,
    userId,
  ])

describe('TOKENS_PER_DAY', () => {
  test('a turn past it is refused until the next day, before the provider is asked', async () => {
    const caller = await registered(app.url)
    chat = { text: 'Hello.', usage: usage(LIMIT) }
    await spend(caller)
    await expectTokens(caller.userId, LIMIT)
    const calls = provider.requests.length

    const refused = await send(caller)

    expect(refused.status).toBe(429)
    const untilMidnight = 86_400 - ((Date.now() / 1_000) % 86_400)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(untilMidnight - 30)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(untilMidnight + 30)
    expect((await refused.json()).detail).toBe(
      'You have used your 1,000 tokens of today. Come back after midnight UTC.',
    )
    expect(provider.requests.filter(({ body }) => body.tools).length).toBeLessThanOrEqual(calls)
    expect(provider.requests.slice(calls).filter(({ body }) => body.tools)).toEqual([])

    // Reading goes on, another user is not concerned, and the next day begins anew.
    expect((await caller.call('GET', '/api/history')).status).toBe(200)
    expect((await send(await registered(app.url))).status).toBe(200)
    await setTokens(caller.userId, LIMIT, "(now() at time zone 'utc')::date - 1")
    await spend(caller)
    await expectTokens(caller.userId, LIMIT)
  })

  test('the form of a page is refused as well, and says so', async () => {
    const caller = await registered(app.url)
    await setTokens(caller.userId, LIMIT)
    const body = new URLSearchParams({ intent: 'send', text: 'Hello' })
    const page = await caller.client.raw('/?index', { method: 'POST', body })
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await page.text()).toContain('Come back after midnight UTC.')
  })

  test('an API token spends the tokens of its owner', async () => {
    const caller = await registered(app.url)
    const { token } = await (await caller.call('POST', '/api/tokens', { name: 'ci' })).json()
    await setTokens(caller.userId, LIMIT)
    const refused = await fetch(`${app.url}/api/chat`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(refused.status).toBe(429)
  })

  test('a reply that is being written is not cut', async () => {
    const caller = await registered(app.url)
    chat = { text: { count: 40, delta: (n) => `${n} ` }, delayMs: 50, usage: usage(10) }
    const { begun, reading } = startReading(await send(caller))
    await begun
    await setTokens(caller.userId, LIMIT)
    expect((await reading).text).toMatch(/ 39 $/)
    await expectTokens(caller.userId, LIMIT + 10)
  })

  test('titles, documents and suggestions count too', async () => {
    const caller = await registered(app.url)
    title = { text: 'Rain', usage: usage(100) }
    written = { text: SENTENCES.join(' '), usage: usage(200) }
    chat = {
      toolCalls: [{ name: 'createDocument', input: { title: 'Rain', kind: 'text' } }],
      usage: usage(10),
    }
    const { toolResults } = await spend(caller, 'Write about rain.')
    const [created] = toolResults as { result: { id: string } }[]
    await expectTokens(caller.userId, 100 + 200 + 10 + 2)

    const documentId = created?.result.id
    written = { ...suggestEdits(['One.']), usage: usage(40) }
    title = { text: 'Edits', usage: usage(0) }
    chat = { toolCalls: [{ name: 'requestSuggestions', input: { documentId } }], usage: usage(4) }
    await spend(caller, 'Suggest edits.')
    await expectTokens(caller.userId, 312 + 40 + 4 + 2)
  })

  test('a reply that is stopped, or whose chat is deleted, costs what it was given and wrote', async () => {
    for (const end of ['stop', 'delete']) {
      const caller = await registered(app.url)
      chat = { text: { count: 4_000, delta: (n) => `${n} ` }, delayMs: 5 }
      const chatId = randomUUID()
      const { begun, reading } = startReading(await send(caller, 'x'.repeat(400), chatId))
      await begun
      if (end === 'stop') await caller.call('DELETE', `/api/chat/${chatId}/stream`)
      else await caller.call('DELETE', `/api/chat?id=${chatId}`)
      await reading
      // The message alone is 100 tokens by estimate.
      await expect.poll(() => tokensToday(caller.userId)).toBeGreaterThan(100)
    }
  })

  test('a provider that counts nothing is estimated by characters', async () => {
    const caller = await registered(app.url)
    chat = { text: 'y'.repeat(400), usage: null }
    const before = provider.requests.length
    await spend(caller, 'x'.repeat(400))
    const given = provider.requests.slice(before).find(({ body }) => body.tools)?.body.messages
    const characters = JSON.stringify(given).length + 400
    await expect.poll(() => tokensToday(caller.userId)).toBeGreaterThan(200)
    expect(await tokensToday(caller.userId)).toBeLessThan(characters / 4 + 1)
  })

  test('a call that the provider refuses costs nothing', async () => {
    expectErrorLogs(/^reply failed: .*: The fake fails with 400/)
    const caller = await registered(app.url)
    chat = { status: 400 }
    expect((await send(caller, 'x'.repeat(400))).status).toBe(500)
    const other = await registered(app.url)
    chat = { text: 'Hello.', usage: usage(10) }
    await spend(other)
    await expectTokens(other.userId, 10)
    expect(await tokensToday(caller.userId)).toBe(0)
  })

  test('a guest has a tenth, is told what to do, and takes the count along', async () => {
    const caller = await guest(app.url)
    chat = { text: 'Hello.', usage: usage(LIMIT / 10) }
    await spend(caller)
    await expectTokens(caller.userId, LIMIT / 10)
    const refused = await send(caller)
    expect(refused.status).toBe(429)
    expect((await refused.json()).detail).toContain('Create an account for more')

    const account = { email: `${randomUUID()}@example.com`, password: PASSWORD }
    const other = await registered(app.url)
    expect((await other.call('POST', '/api/users', account)).status).toBe(201)
    await caller.call('POST', '/api/session', account)
    const { user } = await (await caller.call('GET', '/api/session')).json()
    expect(await tokensToday(user.id)).toBe(LIMIT / 10)
    expect((await send(caller)).status).toBe(200)
  })
})

describe('the limits as they are without variables', () => {
  test('off means none, and the default is none for load tests only', async () => {
    const caller = await registered(app.url)
    await setTokens(caller.userId, 3_000_000)
    for (const [env, status] of [
      [{ TOKENS_PER_DAY: 'off', RATE_LIMITS: 'on' }, 400],
      [{ TOKENS_PER_DAY: '', RATE_LIMITS: 'off' }, 400],
      [{ TOKENS_PER_DAY: '', RATE_LIMITS: 'on' }, 429],
    ] as const) {
      const web = await app.startWeb(env)
      const headers = { Cookie: caller.client.cookie(), 'Content-Type': 'application/json' }
      const response = await fetch(`${web.url}/api/chat`, { method: 'POST', headers, body: '{}' })
      expect(response.status).toBe(status)
      await web.stop()
    }
  })
})

describe('MAX_RUNNING_REPLIES', () => {
  test('a process that writes as many replies refuses one more, and takes it again afterwards', async () => {
    expectErrorLogs(/^This server writes as many replies as it can/)
    const web = await app.startWeb({ MAX_RUNNING_REPLIES: '2' })
    const callers = await Promise.all([registered(web.url), registered(web.url)])
    chat = { text: { count: 4_000, delta: (n) => `${n} ` }, delayMs: 5, usage: usage(10) }
    const running = await Promise.all(
      callers.map(async (caller) => {
        const [chatId, message] = [randomUUID(), userMessage('Hello')]
        const response = await postChat(caller.client, [message], { chatId })
        const { begun, reading } = startReading(response)
        await begun
        return { caller, chatId, message, reading }
      }),
    )
    const [first] = running
    if (!first) throw new Error('No reply runs.')

    const other = await registered(web.url)
    const refused = await send(other)
    expect(refused.status).toBe(503)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect((await refused.json()).detail).toContain('as many replies as it can')
    // Nothing of it is stored, and another process takes it.
    expect((await (await other.call('GET', '/api/history')).json()).chats).toEqual([])

    // A retry joins the reply that runs.
    const joined = await postChat(first.caller.client, [first.message], { chatId: first.chatId })
    expect(joined.status).toBe(200)
    await joined.body?.cancel()

    await first.caller.call('DELETE', `/api/chat/${first.chatId}/stream`)
    await first.reading
    chat = { text: 'Hello.', usage: usage(10) }
    expect((await send(other)).status).toBe(200)
    for (const { caller, chatId } of running) {
      await caller.call('DELETE', `/api/chat/${chatId}/stream`)
      expect((await getChat(caller.client, chatId)).messages).toHaveLength(2)
    }
    await web.stop()
  })
})
