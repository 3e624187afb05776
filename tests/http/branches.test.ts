import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { seedMessages } from '#tests/support/large-chat.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chats: ChatApp
beforeAll(async () => {
  chats = await startChatApp()
})
afterAll(() => chats?.stop())

/** The ids of the versions of the message at a place. */
async function versionsAt(chatId: string, place: number): Promise<string[] | undefined> {
  const { messages } = await getChat(chats.user, chatId)
  return (messages[place] as { alternatives?: string[] } | undefined)?.alternatives
}

async function textsOf(chatId: string) {
  return (await getChat(chats.user, chatId)).messages.map(textOf)
}

test('another version is shown with what followed it, votes and all', async () => {
  const { user, stranger } = chats
  const { chatId, message, messageId } = await chatOnce(user, 'one')
  await user.patch('/api/vote', { chatId, messageId, type: 'up' })
  expect(await versionsAt(chatId, 1)).toBeUndefined()
  await (await postChat(user, [message], { chatId })).text()
  await (await postChat(user, [userMessage('one, edited', message.id)], { chatId })).text()
  expect(await textsOf(chatId)).toEqual(['one, edited', 'You said: one, edited'])
  expect(await (await user.get(`/api/vote?chatId=${chatId}`)).json()).toEqual([])

  const [oldText, edited] = (await versionsAt(chatId, 0)) ?? []
  expect(edited).toBe(message.id)
  const shown = await user.patch(`/api/chat?id=${chatId}`, { activeMessageId: oldText })
  expect(await shown.json()).toMatchObject({ id: chatId, visibility: 'private' })
  expect(await textsOf(chatId)).toEqual(['one', 'You said: one'])
  expect((await versionsAt(chatId, 1))?.[0]).toBe(messageId)
  await user.patch(`/api/chat?id=${chatId}`, { activeMessageId: messageId })
  expect(await (await user.get(`/api/vote?chatId=${chatId}`)).json()).toHaveLength(1)

  const path = `/api/chat?id=${chatId}`
  for (const [client, body, status] of [
    [user, { activeMessageId: 'x' }, 400],
    [user, { activeMessageId: randomUUID() }, 404],
    [stranger, { activeMessageId: messageId }, 401],
  ] as const) {
    expect((await client.patch(path, body)).status).toBe(status)
  }
  // Whoever reads a shared chat sees what is shown.
  await user.patch(path, { visibility: 'public' })
  expect(JSON.stringify(await getChat(stranger, chatId))).not.toContain('alternatives')
})

test('no other version is shown while a reply is being written', async () => {
  const { user } = chats
  const { chatId, messageId } = await chatOnce(user, 'first')
  const running = await postChat(user, [userMessage('slow')], { chatId })
  const refused = await user.patch(`/api/chat?id=${chatId}`, { activeMessageId: messageId })
  expect(refused.status).toBe(409)
  expect(refused.headers.get('retry-after')).toBe('2')
  await user.delete(`/api/chat/${chatId}/stream`)
  await running.text()
})

test('forms of the page lead to another version, and edit any message', async () => {
  const { user } = chats
  const { chatId, message } = await chatOnce(user, 'one')
  await (await postChat(user, [message, userMessage('two')], { chatId })).text()
  const page = await (await user.get(`/chat/${chatId}`)).text()
  expect(page).toContain(`?edit=${message.id}#edit`)
  expect(page).not.toContain('Previous version')

  const edit = new URLSearchParams({ intent: `edit ${message.id}`, text: 'another' })
  await user.raw(`/chat/${chatId}`, { method: 'POST', body: edit, redirect: 'manual' })
  await expect.poll(() => textsOf(chatId)).toEqual(['another', 'You said: another'])
  const edited = await (await user.get(`/chat/${chatId}`)).text()
  expect(edited).toContain('Version <!-- -->2<!-- --> of <!-- -->2')
  const [, oldText] = /value="show ([0-9a-f-]{36})"/.exec(edited) ?? []
  const show = new URLSearchParams({ intent: `show ${oldText}` })
  await user.raw(`/chat/${chatId}`, { method: 'POST', body: show, redirect: 'manual' })
  expect(await textsOf(chatId)).toEqual(['one', 'You said: one', 'two', 'You said: two'])
})

test('a page has the newest 50 messages, and the model is sent those before too', async () => {
  const { user, app, model } = chats
  const userId = (await (await user.get('/api/session')).json()).user.id
  const seeded = Array.from({ length: 2_000 }, (_, n) => ({
    parts: [{ type: 'text', text: `number ${n}.` }],
  }))
  const { chatId, ids } = await seedMessages(app.database, userId, seeded)
  const page = async (query: string) => (await user.get(`/chat/${chatId}${query}`)).text()

  const newest = await page('')
  expect(newest).toContain('number 1950.')
  expect(newest).not.toContain('number 1949.')
  expect(await page(`?before=${randomUUID()}`)).not.toContain('These are older messages')
  const found = await page(`?message=${ids[700]}`)
  expect(found).toContain('number 700.')
  expect(found).toContain('Go to the newest')
  expect(await page(`?message=${ids[1_900]}`)).not.toContain('Go to the newest')

  const load = async (query: string) => (await user.get(`/chat/${chatId}/messages?${query}`)).json()
  const older = await load(`before=${ids[1_950]}`)
  expect(older).toMatchObject({ hasOlder: true })
  expect(older.messages.map(([id]: [string]) => id)).toEqual(ids.slice(1_900, 1_950))
  expect((await load(`through=${ids[1_800]}`)).messages).toHaveLength(200)
  expect((await chats.stranger.get(`/chat/${chatId}/messages`)).status).toBe(404)

  const message = { id: randomUUID(), role: 'user', parts: [{ type: 'text', text: 'next' }] }
  const first = { id: ids[1_998], role: 'user', parts: [{ type: 'text', text: 'number 1998.' }] }
  const reply = {
    id: ids[1_999],
    role: 'assistant',
    parts: [{ type: 'text', text: 'number 1999.' }],
  }
  const response = await user.post('/api/chat', {
    id: chatId,
    messages: [first, reply, message],
    selectedChatModel: 'chat-model-small',
    continued: true,
  })
  await response.text()
  expect(JSON.stringify(model.requests.at(-1))).toContain('number 3.')
  expect((await getChat(user, chatId)).messages).toHaveLength(2_002)
})
