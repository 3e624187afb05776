import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, guest } from '#tests/support/caller.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  type Script,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { SENTENCES, suggestEdits } from '#tests/support/suggestion-requests.ts'

let provider: FakeOpenAi
let app: TestApp
let toolCall: { name: string; input: unknown }
let written: Script

beforeAll(async () => {
  provider = await startFakeOpenAi({
    reply(request) {
      if (JSON.stringify(request.body).includes('Write a title')) return { text: 'Rain' }
      if (!request.body.tools) return written
      return hasToolResult(request) ? { text: 'There you are.' } : { toolCalls: [toolCall] }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: provider.url }, worker: true })
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

const newAccount = () => ({ email: `${randomUUID()}@example.com`, password: PASSWORD })

/** The two ways in which a guest becomes an account; each makes the caller that account. */
const WAYS: [string, (caller: Caller) => Promise<string>][] = [
  [
    'registers',
    async ({ call }) => {
      const response = await call('POST', '/api/users', newAccount())
      return (await response.json()).user.id
    },
  ],
  [
    'signs in to an account',
    async ({ call }) => {
      const account = newAccount()
      const made = await fetch(`${app.url}/api/users`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(account),
      })
      expect(made.status).toBe(201)
      const response = await call('POST', '/api/session', account)
      return (await response.json()).user.id
    },
  ],
]

async function save(caller: Caller, content: string): Promise<string> {
  const id = randomUUID()
  const body = { title: 'Rain', kind: 'text', content }
  expect((await caller.call('POST', `/api/document?id=${id}`, body)).status).toBe(200)
  return id
}

/** Sends a message as the guest, who becomes an account at the first data part of a type. */
async function becomeDuring(
  caller: Caller,
  type: string,
  become: (caller: Caller) => Promise<string>,
) {
  const chatId = randomUUID()
  let becoming: Promise<string> | undefined
  const response = await postChat(caller.client, [userMessage('Go.')], { chatId })
  const reply = await readDataStream(response, {
    onData(part) {
      if (part.type === type) becoming ??= become(caller)
    },
  })
  const userId = await becoming
  const chat = await (await caller.call('GET', `/api/chat?id=${chatId}`)).json()
  const [result] = reply.toolResults as { result: Record<string, unknown> }[]
  return { reply, userId, chat, result: result?.result }
}

describe.each(WAYS)('a guest who %s while a tool works', (_name, become) => {
  test('has the document that is being written', async () => {
    const caller = await guest(app.url)
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'text' } }
    written = { text: { count: 100, delta: (n) => `${n} ` }, delayMs: 10 }
    const { reply, userId, chat, result } = await becomeDuring(caller, 'text-delta', become)
    expect(result).toMatchObject({ title: 'Rain', kind: 'text' })
    expect(reply.text).toBe('There you are.')
    const versions = await (await caller.call('GET', `/api/document?id=${result?.id}`)).json()
    expect(versions).toMatchObject([{ userId, content: expect.stringMatching(/^0 .* 99 $/) }])
    expect(chat.messages.at(-1)).toMatchObject({ status: 'complete' })
  })

  test('has the new version of a document', async () => {
    const caller = await guest(app.url)
    const id = await save(caller, 'It rains.')
    toolCall = { name: 'updateDocument', input: { id, description: 'Longer.' } }
    written = { text: { count: 100, delta: (n) => `${n} ` }, delayMs: 10 }
    const { userId, result } = await becomeDuring(caller, 'text-delta', become)
    expect(result).toMatchObject({ id, title: 'Rain' })
    const versions = await (await caller.call('GET', `/api/document?id=${id}`)).json()
    expect(versions).toMatchObject([{ userId }, { userId }])
  })

  test('has all suggestions, in the document and in the reply', async () => {
    const caller = await guest(app.url)
    const id = await save(caller, SENTENCES.join(' '))
    toolCall = { name: 'requestSuggestions', input: { documentId: id } }
    written = suggestEdits(SENTENCES.slice(0, 5), { delayMs: 60 })
    const { reply, userId, result } = await becomeDuring(caller, 'suggestion', become)
    expect(result).toMatchObject({ message: 'Suggestions have been added to the document' })
    expect(reply.data.filter(({ type }) => type === 'suggestion')).toHaveLength(5)
    const stored = await (await caller.call('GET', `/api/suggestions?documentId=${id}`)).json()
    expect(stored.map((each: { originalText: string }) => each.originalText)).toEqual(
      SENTENCES.slice(0, 5),
    )
    expect(new Set(stored.map((each: { userId: string }) => each.userId))).toEqual(
      new Set([userId]),
    )
    expect(
      await app.database.sql(
        'select user_id, status from suggestion_request where document_id = $1',
        [id],
      ),
    ).toEqual([{ user_id: userId, status: 'done' }])
  })

  test('keeps a reply that is being written, and its API tokens end', async () => {
    const caller = await guest(app.url)
    const { token } = await (await caller.call('POST', '/api/tokens', { name: 'ci' })).json()
    const cookie = caller.client.cookie()
    toolCall = { name: 'createDocument', input: { title: 'Rain', kind: 'code' } }
    written = { text: { count: 50, delta: (n) => `${n}\n` }, delayMs: 10 }
    const { chat } = await becomeDuring(caller, 'code-delta', become)
    expect(chat.messages.at(-1)).toMatchObject({ status: 'complete' })
    const attempts: Record<string, string>[] = [
      { Authorization: `Bearer ${token}` },
      { Cookie: `session-token=${token}` },
      { Cookie: cookie },
    ]
    for (const headers of attempts) {
      expect((await fetch(`${app.url}/api/session`, { headers })).status).toBe(401)
    }
    expect(await (await caller.call('GET', '/api/tokens')).json()).toEqual([])
  })
})
