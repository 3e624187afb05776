import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteExpiredChats } from '#core/chat/temporary-chat.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp
let orm: Orm
let user: TestClient

beforeAll(async () => {
  chat = await startChatApp()
  orm = await createOrm(chat.app.databaseUrl, 2)
})
afterAll(async () => {
  await orm?.close()
  await chat?.stop()
})
beforeEach(async () => {
  user = chat.app.client()
  await user.register()
})

async function history(query = '') {
  const response = await user.get(`/api/history${query}`)
  const { chats } = (await response.json()) as {
    chats: { id: string; pinnedAt: string | null; archivedAt: string | null }[]
  }
  return chats
}
const idsOf = async (query = '') => (await history(query)).map(({ id }) => id)
const change = (chatId: string, body: object) => user.patch(`/api/chat?id=${chatId}`, body)
const page = async (path: string) => (await user.get(path)).text()

describe('pinned and archived chats', () => {
  test('a pinned chat keeps its place in the history and is first in the sidebar', async () => {
    const { chatId: old } = await chatOnce(user, 'the older one')
    const { chatId: newer } = await chatOnce(user, 'the newer one')
    expect(await (await change(old, { pinned: true })).json()).toMatchObject({
      id: old,
      pinnedAt: expect.any(String),
      archivedAt: null,
    })
    expect(await idsOf()).toEqual([newer, old])
    const html = await page('/')
    expect(html.indexOf(old)).toBeLessThan(html.indexOf(newer))
    await change(old, { pinned: false })
    expect((await history()).every(({ pinnedAt }) => pinnedAt === null)).toBe(true)
  })

  test('an archived chat leaves the list, a search finds it, and it can be restored', async () => {
    const { chatId } = await chatOnce(user, 'about xylophones')
    await change(chatId, { pinned: true })
    expect(await (await change(chatId, { archived: true })).json()).toMatchObject({
      pinnedAt: null,
      archivedAt: expect.any(String),
    })
    expect(await idsOf()).toEqual([])
    expect(await idsOf('?archived=true')).toEqual([chatId])
    expect(await idsOf('?q=xylophones')).toEqual([chatId])
    expect(await idsOf('?q=xylophones&archived=false')).toEqual([])
    expect(await page('/')).not.toContain(chatId)
    expect(await page('/archived')).toContain(chatId)
    const form = new URLSearchParams({ intent: 'restore', redirectTo: '/archived' })
    const restored = await user.raw(`/chat/${chatId}`, { method: 'POST', body: form })
    expect(restored.headers.get('location')).toBe('/archived')
    expect(await idsOf()).toEqual([chatId])
  })

  test.each([[{ pinned: 'yes' }], [{ archived: 1 }], [{ pinned: true, archived: true }], [{}]])(
    'the change %j is refused with 400',
    async (body) => {
      const { chatId } = await chatOnce(user, 'refused')
      expect((await change(chatId, body)).status).toBe(400)
    },
  )

  test('a stranger can neither pin nor archive', async () => {
    const { chatId } = await chatOnce(user, 'mine')
    for (const body of [{ pinned: true }, { archived: true }]) {
      expect((await chat.stranger.patch(`/api/chat?id=${chatId}`, body)).status).toBe(401)
    }
  })

  test('thirty chats can be pinned, and one that is pinned again', async () => {
    const ids = Array.from({ length: 31 }, () => randomUUID())
    const { chatId } = await chatOnce(user, 'whose am I?')
    await chat.app.database.sql(
      `insert into chat (id, user_id, title)
       select unnest($1::uuid[]), user_id, 'Pin me' from chat where id = $2`,
      [ids, chatId],
    )
    const statuses = []
    for (const id of ids) statuses.push((await change(id, { pinned: true })).status)
    expect(statuses).toEqual([...Array(30).fill(200), 409])
    expect((await change(ids[0] ?? '', { pinned: true })).status).toBe(200)
  })
})

describe('a temporary chat', () => {
  async function temporaryChat(text: string) {
    const chatId = randomUUID()
    const opened = await user.raw(`/chat/${chatId}/temporary?tab=opens`, { method: 'POST' })
    expect(opened.status).toBe(204)
    await chatOnce(user, text, { chatId })
    return chatId
  }
  const age = (chatId: string) =>
    chat.app.database.sql(`update chat set expires_at = now() where id = $1`, [chatId])
  const secondsLeft = async (chatId: string) => {
    const [row] = await chat.app.database.sql<{ left: string }>(
      `select extract(epoch from expires_at - now()) as left from chat where id = $1`,
      [chatId],
    )
    return Number(row?.left)
  }

  test('is in no list and no search, has no title of its own, and can be read', async () => {
    const chatId = await temporaryChat('a secret marmalade')
    expect(await idsOf()).toEqual([])
    expect(await idsOf('?q=marmalade')).toEqual([])
    expect(await idsOf('?q=temporary')).toEqual([])
    const read = (await (await user.get(`/api/chat?id=${chatId}`)).json()) as { title: string }
    expect(read.title).toBe('Temporary chat')
    expect((await chat.stranger.get(`/api/chat?id=${chatId}`)).status).toBe(401)
  })

  test('can be neither shared, pinned nor archived', async () => {
    const chatId = await temporaryChat('alone')
    for (const body of [{ visibility: 'public' }, { pinned: true }, { archived: true }]) {
      expect((await change(chatId, body)).status).toBe(409)
    }
    expect((await change(chatId, { title: 'Mine' })).status).toBe(200)
  })

  test('is deleted a minute after its tab was closed, unless the tab is back', async () => {
    const chatId = await temporaryChat('fleeting')
    expect(await secondsLeft(chatId)).toBeGreaterThan(3_500)
    const tell = (tab: string) =>
      user.raw(`/chat/${chatId}/temporary?tab=${tab}`, { method: 'POST' })
    await tell('leaves')
    expect(await secondsLeft(chatId)).toBeLessThan(61)
    await tell('returns')
    expect(await secondsLeft(chatId)).toBeGreaterThan(3_500)
    const foreign = await chat.stranger.raw(`/chat/${chatId}/temporary?tab=leaves`, {
      method: 'POST',
    })
    expect(foreign.status).toBe(204)
    expect(await secondsLeft(chatId)).toBeGreaterThan(3_500)
  })

  test('a message moves its end on; the clean-up deletes it with its documents', async () => {
    const chatId = await temporaryChat('first')
    const { chatId: kept } = await chatOnce(user, 'kept')
    await chat.app.database.sql(
      `insert into document (id, created_at, title, content, kind, user_id, chat_id)
       select gen_random_uuid(), now(), 'Notes', 'x', 'text', user_id, id from chat where id = any($1)`,
      [[chatId, kept]],
    )
    await age(chatId)
    await chatOnce(user, 'second', { chatId })
    expect(await secondsLeft(chatId)).toBeGreaterThan(3_500)
    expect(await deleteExpiredChats(orm.em.fork())).toBe(0)
    await age(chatId)
    expect(await deleteExpiredChats(orm.em.fork())).toBe(1)
    const documents = await chat.app.database.sql<{ chat_id: string }>(
      `select chat_id from document where user_id = (select user_id from chat where id = $1)`,
      [kept],
    )
    expect(documents).toEqual([{ chat_id: kept }])
    expect((await user.get(`/api/chat?id=${chatId}`)).status).toBe(404)
    expect(
      (await user.raw(`/chat/${chatId}/temporary?tab=returns`, { method: 'POST' })).status,
    ).toBe(404)
  })

  test('a chat that is kept cannot become one', async () => {
    const { chatId } = await chatOnce(user, 'kept')
    const open = (client: TestClient) =>
      client.raw(`/chat/${chatId}/temporary?tab=opens`, { method: 'POST' })
    expect((await open(user)).status).toBe(409)
    expect((await open(chat.stranger)).status).toBe(409)
    await user.raw(`/chat/${chatId}/temporary?tab=leaves`, { method: 'POST' })
    expect(await secondsLeft(chatId)).toBe(0)
  })
})
