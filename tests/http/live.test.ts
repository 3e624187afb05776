import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { readLive } from '#tests/support/live-reader.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp
let user: TestClient

beforeAll(async () => {
  chat = await startChatApp()
})
afterAll(() => chat?.stop())
beforeEach(async () => {
  user = chat.app.client()
  await user.register()
})

describe('GET /live', () => {
  test('a turn, a change and a deletion are told, to nobody but their user', async () => {
    const own = await readLive(user)
    const other = await readLive(chat.stranger)
    expect(own.response.headers.get('content-type')).toContain('text/event-stream')
    expect(own.response.headers.get('content-encoding')).toBeNull()

    const { chatId, messageId } = await chatOnce(user, 'hello')
    const reply = { type: 'chat', event: 'reply', chatId, messageId }
    await expect.poll(() => own.hints).toContainEqual({ ...reply, status: 'streaming' })
    await expect.poll(() => own.hints).toContainEqual({ ...reply, status: 'complete' })
    expect(own.hints).toContainEqual({ type: 'history' })

    await user.patch('/api/vote', { chatId, messageId, type: 'up' })
    await expect.poll(() => own.hints).toContainEqual({ type: 'chat', event: 'votes', chatId })
    await user.patch(`/api/chat?id=${chatId}`, { pinned: true })
    await expect.poll(() => own.hints).toContainEqual({ type: 'chat', event: 'changed', chatId })
    await user.delete(`/api/chat?id=${chatId}`)
    await expect.poll(() => own.hints).toContainEqual({ type: 'chat', event: 'deleted', chatId })
    const documentId = randomUUID()
    await user.post(`/api/document?id=${documentId}`, { title: 'T', kind: 'text', content: 'x' })
    await expect.poll(() => own.hints).toContainEqual({ type: 'documents', documentId })

    expect(other.hints).toEqual([])
    await Promise.all([own.close(), other.close()])
  })

  test('many changes at once are one hint', async () => {
    const live = await readLive(user)
    const [{ id: userId } = { id: '' }] = await chat.app.database.sql<{ id: string }>(
      'select id from user_account where live_until > now() order by live_until desc limit 1',
    )
    await chat.app.database.sql(
      `insert into chat (id, user_id, title)
       select gen_random_uuid(), $1, 'Imported' from generate_series(1, 1000)`,
      [userId],
    )
    await expect.poll(() => live.hints).toEqual([{ type: 'history' }])
    await chat.app.database.sql(`update chat set title = 'Other' where user_id = $1`, [userId])
    await expect.poll(() => live.hints.length).toBeGreaterThan(1)
    await expect.poll(() => live.hints).toContainEqual({ type: 'missed' })
    expect(live.hints.length).toBeLessThan(100)
    await live.close()
  })

  test('without an open page nothing is signalled', async () => {
    await chatOnce(user, 'hello')
    const [row] = await chat.app.database.sql<{ n: string }>(
      'select count(*) as n from user_account u join chat c on c.user_id = u.id where u.live_until is null',
    )
    expect(Number(row?.n)).toBeGreaterThan(0)
  })

  test('who is signed out, or calls with a token, is refused', async () => {
    expect((await chat.app.client().get('/live')).status).toBe(401)
    const made = await user.post('/api/tokens', { name: 'program' })
    const { token } = (await made.json()) as { token: string }
    const headers = { Authorization: `Bearer ${token}` }
    expect((await chat.app.client().get('/live', { headers })).status).toBe(403)
  })

  test('the eleventh connection of a user is refused, until one of them has ended', async () => {
    const open = await Promise.all(Array.from({ length: 10 }, () => readLive(user)))
    const refused = await user.get('/live')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    await open[0]?.close()
    await expect
      .poll(async () => {
        const again = await readLive(user)
        await again.close()
        return again.response.status
      })
      .toBe(200)
    await Promise.all(open.map((live) => live.close()))
  })

  test('it ends with the session', async () => {
    const live = await readLive(user)
    await user.raw('/logout', { method: 'POST' })
    await expect.poll(live.hasEnded).toBe(true)
  })

  test('it ends when the process drains', async () => {
    const web = await chat.app.startWeb()
    const client = chat.app.client()
    await client.register()
    const live = await readLive({
      ...client,
      get: (path, init) =>
        fetch(new URL(path, web.url), { ...init, headers: { cookie: client.cookie() } }),
    })
    const stopped = web.stop()
    await expect.poll(live.hasEnded).toBe(true)
    await stopped
  })
})
