import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'
import { chatOnce, getChat } from '#tests/support/chat.ts'
import { chatGptConversation, claudeConversation } from '#tests/support/exported-chats.ts'

let app: TestApp
let ada: Caller
let grace: Caller

beforeAll(async () => {
  app = await startApp()
  ;[ada, grace] = await Promise.all([registered(app.url), registered(app.url)])
})
afterAll(() => app?.stop())

const text = (text: string) => ({ type: 'text', text })
const exported = (id: string, more: object = {}) => ({
  id,
  title: 'Old chat',
  visibility: 'public',
  createdAt: '2024-05-06T07:08:09.000Z',
  messages: [
    { id: 'a', role: 'user', parts: [text('Hello')], createdAt: '2024-05-06T07:08:09.000Z' },
    { id: 'b', role: 'assistant', parts: [text('Hi'), { type: 'data-x' }], model: 'gpt-4o' },
  ],
  ...more,
})

async function importChats(caller: Caller, chats: unknown[]) {
  const response = await caller.call('POST', '/api/chats/import', { chats })
  expect(response.status).toBe(200)
  const { results } = (await response.json()) as {
    results: { id: string; chatId: string; status: string; detail?: string }[]
  }
  return results
}

test('a chat keeps title and dates, is private, found, and imported once', async () => {
  const [result] = await importChats(ada, [exported('elsewhere-1')])
  expect(result).toMatchObject({ id: 'elsewhere-1', status: 'imported' })
  const chatId = result?.chatId ?? ''
  const chat = await getChat(ada.client, chatId)
  expect(chat).toMatchObject({
    title: 'Old chat',
    visibility: 'private',
    createdAt: '2024-05-06T07:08:09.000Z',
    messages: [
      { role: 'user', parts: [text('Hello')], createdAt: '2024-05-06T07:08:09.000Z' },
      { role: 'assistant', parts: [text('Hi')], model: 'gpt-4o', status: 'complete' },
    ],
  })
  expect(await importChats(ada, [exported('elsewhere-1', { title: 'Changed' })])).toMatchObject([
    { chatId, status: 'known' },
  ])
  const [other] = await importChats(grace, [exported('elsewhere-1')])
  expect(other?.status).toBe('imported')
  expect(other?.chatId).not.toBe(chatId)
  const found = await ada.call('GET', '/api/search?q=hello')
  expect(JSON.stringify(await found.json())).toContain(chatId)
})

test('what is exported here comes back the same in another account, and is not doubled in its own', async () => {
  const { chatId } = await chatOnce(ada.client, 'What is the weather in Paris?')
  const file = await (await ada.client.get(`/api/chat/${chatId}/export?format=json`)).json()
  expect(await importChats(ada, [file])).toMatchObject([{ chatId, status: 'known' }])
  const [copy] = await importChats(grace, [file])
  const read = (chat: Awaited<ReturnType<typeof getChat>>) =>
    chat.messages.map(({ role, parts, createdAt }) => ({ role, parts, createdAt }))
  expect(read(await getChat(grace.client, copy?.chatId ?? ''))).toEqual(
    read(await getChat(ada.client, chatId)),
  )
})

test('a chat brings its documents with their versions, and its votes', async () => {
  const documentId = randomUUID()
  const call = { type: 'tool-updateDocument', toolCallId: 'c', state: 'output-available' }
  const times = ['2024-05-06T07:08:09.000Z', '2024-05-06T07:09:09.000Z']
  const documents = times.map((createdAt, index) => ({
    id: documentId,
    createdAt,
    title: 'Plan',
    content: `Version ${index}`,
    kind: 'text',
    userId: randomUUID(),
  }))
  const file = exported('with-documents', {
    messages: [
      { id: 'a', role: 'user', parts: [text('Write')] },
      {
        id: 'b',
        role: 'assistant',
        parts: [{ ...call, input: { id: documentId }, output: { id: documentId, title: 'Plan' } }],
      },
    ],
    votes: [
      { messageId: 'a', isUpvoted: true },
      { messageId: 'b', isUpvoted: false },
      { messageId: 'elsewhere', isUpvoted: true },
    ],
    documents,
  })
  // A second chat that has the same document.
  const other = { ...file, id: 'with-the-same' }
  const [result] = await importChats(ada, [file, other])
  const chat = await getChat(ada.client, result?.chatId ?? '')
  const reply = chat.messages[1]
  const part = reply?.parts[0] as unknown as { input: { id: string }; output: { id: string } }
  expect(part.output.id).not.toBe(documentId)
  expect(part.input.id).toBe(part.output.id)
  const versions = await ada.client.get(`/api/document?id=${part.output.id}`)
  expect(await versions.json()).toMatchObject([
    { createdAt: times[0], content: 'Version 0' },
    { createdAt: times[1], content: 'Version 1' },
  ])
  const votes = await ada.client.get(`/api/vote?chatId=${chat.id}`)
  expect(await votes.json()).toMatchObject([{ messageId: reply?.id, isUpvoted: false }])
  const odd = { ...file, documents: [{ ...documents[0], kind: 'film' }] }
  expect((await ada.call('POST', '/api/chats/import', { chats: [odd] })).status).toBe(400)
})

test('only images that are in the file are stored, and of others a note', async () => {
  const png = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=='
  const file = (url: string, filename?: string) => ({ type: 'file', url, filename })
  const parts = [
    file(png),
    file('https://elsewhere.example/track.png', 'a.png'),
    file('data:text/html;base64,PGI+'),
    file('/uploads/of-somebody.png'),
  ]
  const [result] = await importChats(ada, [
    exported('images', { messages: [{ role: 'user', parts }] }),
  ])
  const { messages } = await getChat(ada.client, result?.chatId ?? '')
  expect(messages[0]?.parts).toEqual([
    { type: 'file', mediaType: 'image/png', url: png },
    text('[File not imported: a.png]'),
    text('[File not imported]'),
    text('[File not imported]'),
  ])
})

test('odd values are refused or made harmless', async () => {
  const odd = exported('odd', {
    title: 'x\u0000y',
    createdAt: '0000-01-01T00:00:00Z',
    messages: [
      { role: 'assistant', parts: [text('a\u0000b\ud800')], createdAt: '9999-01-01T00:00:00Z' },
    ],
  })
  const [made] = await importChats(ada, [odd, exported('empty', { messages: [] })])
  const chat = await getChat(ada.client, made?.chatId ?? '')
  expect(chat).toMatchObject({ title: 'xy', messages: [{ parts: [text('ab\ufffd')] }] })
  expect(Date.parse(chat.messages[0]?.createdAt ?? '')).toBeLessThanOrEqual(Date.now())
  for (const chats of [
    [],
    [exported('')],
    [exported('x', { createdAt: 'yesterday' })],
    [exported('x', { messages: [{ role: 'system', parts: [] }] })],
    Array.from({ length: 21 }, () => exported(randomUUID())),
  ]) {
    expect((await ada.call('POST', '/api/chats/import', { chats })).status).toBe(400)
  }
  const nobody = signedOut(app.url)
  expect((await nobody.call('POST', '/api/chats/import', { chats: [odd] })).status).toBe(401)
})

test('the form takes the files of other services without JavaScript', async () => {
  async function send(content: string) {
    const body = new FormData()
    body.append('file', new File([content], 'conversations.json'))
    return (await ada.client.raw('/import', { method: 'POST', body })).text()
  }
  expect(await send(JSON.stringify([chatGptConversation]))).toContain('1 chat was imported.')
  expect(await send(JSON.stringify([claudeConversation, claudeConversation]))).toContain(
    '1 chat was imported.',
  )
  expect(await send(JSON.stringify([claudeConversation]))).toContain('0 chats were imported.')
  expect(await send('{')).toContain('not JSON')
  // What would hold up all others while it is parsed.
  expect(await send('['.repeat(3_000) + ']'.repeat(3_000))).toContain('nested')
})
