import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOnce, postChat, userMessage } from '#tests/support/chat.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp
let app: ChatApp['app']
let model: ChatApp['model']
let user: ChatApp['user']
let stranger: ChatApp['stranger']

beforeAll(async () => {
  chat = await startChatApp()
  ;({ app, model, user, stranger } = chat)
})

afterAll(() => chat?.stop())

describe('PATCH and DELETE /api/chat', () => {
  test('a chat can be renamed and shared', async () => {
    const { chatId } = await chatOnce(user, 'to be renamed')
    const renamed = await user.patch(`/api/chat?id=${chatId}`, { title: '  New name ' })
    expect(await renamed.json()).toMatchObject({ id: chatId, title: 'New name' })
    expect((await stranger.get(`/api/chat?id=${chatId}`)).status).toBe(401)
    await user.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
    expect((await stranger.get(`/api/chat?id=${chatId}`)).status).toBe(200)
    expect((await stranger.patch(`/api/chat?id=${chatId}`, { title: 'x' })).status).toBe(401)
  })

  test.each([[{}], [{ title: ' ' }], [{ visibility: 'secret' }], [{ title: 'x'.repeat(201) }]])(
    'the change %j is refused with 400',
    async (body) => {
      const { chatId } = await chatOnce(user, 'patched')
      expect((await user.patch(`/api/chat?id=${chatId}`, body)).status).toBe(400)
    },
  )

  test('deleting a chat deletes its messages and votes', async () => {
    const { chatId, messageId } = await chatOnce(user, 'to be deleted')
    await user.patch('/api/vote', { chatId, messageId, type: 'down' })
    const response = await user.delete(`/api/chat?id=${chatId}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('Chat deleted')
    const [left] = await app.database.sql<{ n: string }>(
      `select (select count(*) from message where chat_id = $1) + (select count(*) from vote where chat_id = $1)
            + (select count(*) from chat where id = $1) as n`,
      [chatId],
    )
    expect(left?.n).toBe('0')
  })

  test('a missing id and an unknown chat are answered 404, an id that is no UUID 400', async () => {
    expect((await user.delete('/api/chat')).status).toBe(404)
    expect((await user.delete(`/api/chat?id=${randomUUID()}`)).status).toBe(404)
    expect((await user.delete('/api/chat?id=abc')).status).toBe(400)
  })

  test('a running reply is stopped before its chat is deleted', async () => {
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('slow, to be deleted')], { chatId })
    expect((await user.delete(`/api/chat?id=${chatId}`)).status).toBe(200)
    await response.text()
    expect((await user.get(`/api/chat?id=${chatId}`)).status).toBe(404)
    await expect.poll(() => model.openStreams).toBe(0)
  })
})
