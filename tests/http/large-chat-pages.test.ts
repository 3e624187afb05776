import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '#tests/support/client.ts'
import { imagePart, seedMessages } from '#tests/support/large-chat.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

const PIXEL = imagePart()

let chats: ChatApp
let owner: TestClient
let userId: string
beforeAll(async () => {
  chats = await startChatApp()
  owner = chats.user
  userId = (await (await owner.get('/api/session')).json()).user.id
})
afterAll(() => chats?.stop())

const text = (content: string) => ({ type: 'text', text: content })
const seed = (messages: Parameters<typeof seedMessages>[2]) =>
  seedMessages(chats.app.database, userId, messages)
const page = async (path: string) => (await owner.get(path)).text()
const partsOf = async (id: string | undefined) =>
  (await chats.app.database.sql('select parts from message where id = $1', [id]))[0]?.parts

describe('the page of a chat', () => {
  test('shows the newest messages, and links to the older ones', async () => {
    const { chatId, ids } = await seed(
      Array.from({ length: 40 }, (_, n) => ({
        parts: [text(`number ${n} ${'x'.repeat(50_000)}`)],
      })),
    )
    const html = await page(`/chat/${chatId}`)
    expect(html).toContain('number 39 ')
    expect(html).not.toContain('number 5 ')
    expect(html.length).toBeLessThan(3_000_000)
    const [, before] = /\?before=([0-9a-f-]{36})"/.exec(html) ?? []
    const first = ids.indexOf(before ?? '')
    expect(html).toContain(`number ${first} `)
    const older = await page(`/chat/${chatId}?before=${before}`)
    expect(older).toContain(`number ${first - 1} `)
    expect(older).not.toContain(`number ${first} `)
    expect(older).toContain('Go to the newest')
    expect(older).not.toContain('<textarea')
  })

  test('cuts a message that is longer than a page', async () => {
    const { chatId } = await seed([
      { parts: Array.from({ length: 20 }, (_, n) => text(`part ${n} ${'y'.repeat(100_000)}`)) },
    ])
    const html = await page(`/chat/${chatId}`)
    expect(html).toContain('part 0 ')
    expect(html).not.toContain('part 19 ')
    expect(html).toContain('too long for the page')
  })

  test('has so many parts as it can show, however small they are', async () => {
    const thought = { type: 'reasoning', text: 'a' }
    const { chatId } = await seed(
      Array.from({ length: 60 }, () => ({
        role: 'assistant' as const,
        parts: Array.from({ length: 500 }, () => thought),
      })),
    )
    const html = await page(`/chat/${chatId}`)
    expect(html.split('<details class="reasoning">').length).toBeGreaterThan(2_000)
    expect(html.split('<details class="reasoning">').length).toBeLessThan(6_000)
    expect(html).toContain('Older messages')
    expect(html).not.toContain('too long for the page')
  })

  test.each([
    ['small', 0],
    ['large', 1_000_000],
  ])('has addresses in place of data URLs in a %s chat', async (_, padding) => {
    const { chatId, ids } = await seed([{ parts: [text('look'), imagePart(padding)] }])
    const html = await page(`/chat/${chatId}`)
    expect(html).not.toContain('data:image/png')
    expect(html).toContain(`<img src="/chat/${chatId}/images/${ids[0]}/1"`)
  })
})

describe('an image that a message holds', () => {
  test('is served to whoever may read the chat, as long as they may', async () => {
    const { chatId, ids } = await seed([{ parts: [text('look'), PIXEL, imagePart(1_600_000)] }])
    const path = (part: number | string) => `/chat/${chatId}/images/${ids[0]}/${part}`
    const image = await owner.get(path(1))
    expect(image.status).toBe(200)
    expect(image.headers.get('content-type')).toBe('image/png')
    expect(image.headers.get('content-security-policy')).toContain('sandbox')
    expect(image.headers.get('cache-control')).toContain('private, no-cache')
    const bytes = Buffer.from(await image.arrayBuffer())
    expect(bytes).toEqual(Buffer.from(PIXEL.url.split(',')[1] ?? '', 'base64'))
    const large = await (await owner.get(path(2))).arrayBuffer()
    const [, whole = ''] = imagePart(1_600_000).url.split(',')
    expect(Buffer.from(large).equals(Buffer.from(whole, 'base64'))).toBe(true)
    const headers = { 'If-None-Match': image.headers.get('etag') ?? '' }
    expect((await owner.raw(path(1), { headers })).status).toBe(304)

    const stranger = chats.app.client()
    for (const client of [stranger, chats.stranger]) {
      expect((await client.get(path(1))).status).toBe(404)
    }
    await owner.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
    expect((await stranger.get(path(1))).status).toBe(200)
    await owner.patch(`/api/chat?id=${chatId}`, { visibility: 'private' })
    expect((await stranger.raw(path(1), { headers })).status).toBe(404)

    for (const part of ['0', '7', '-1', 'x', '9999']) {
      expect((await owner.get(path(part))).status).toBe(404)
    }
  })

  test('of another type is not served', async () => {
    const svg = {
      type: 'file',
      mediaType: 'image/svg+xml',
      url: 'data:image/svg+xml;base64,PHN2Zy8+',
    }
    const { chatId, ids } = await seed([{ parts: [svg] }])
    expect((await owner.get(`/chat/${chatId}/images/${ids[0]}/0`)).status).toBe(404)
  })
})

describe('a message that the page sends again', () => {
  const retry = (client: TestClient, chatId: string, id: string | undefined, parts: object[]) =>
    client.post('/api/chat', {
      id: chatId,
      messages: [{ id, role: 'user', parts }],
      selectedChatModel: 'chat-model-small',
    })

  test('keeps its images, and the model sees them', async () => {
    const { chatId, ids } = await seed([{ parts: [PIXEL, text('look')] }])
    const link = { ...PIXEL, url: `/chat/${chatId}/images/${ids[0]}/0` }
    const response = await retry(owner, chatId, ids[0], [link, text('look')])
    expect(response.status).toBe(200)
    await response.text()
    expect(await partsOf(ids[0])).toEqual([PIXEL, text('look')])
    expect(JSON.stringify(chats.model.requests)).toContain(PIXEL.url)
  })

  test("cannot take an image out of another's chat", async () => {
    const { chatId, ids } = await seed([{ parts: [PIXEL] }])
    const own = crypto.randomUUID()
    for (const [chat, address] of [
      [own, chatId],
      [chatId, chatId],
    ] as const) {
      const link = { ...PIXEL, url: `/chat/${address}/images/${ids[0]}/0` }
      const response = await retry(chats.stranger, chat, undefined, [link, text('look')])
      expect(response.status).toBe(400)
    }
  })
})

describe('the forms of a page', () => {
  const form = (client: TestClient, path: string, fields: Record<string, string>) =>
    client.raw(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  test('a vote and a retry work in a large chat', async () => {
    const { chatId, ids } = await seed([
      { parts: [PIXEL, text('look')] },
      { parts: [text('seen')] },
      { parts: [imagePart(1_000_000), text('again')] },
      { parts: [text('seen again')] },
    ])
    const voted = await form(owner, `/chat/${chatId}`, { intent: `up ${ids[1]?.slice(0, 8)}` })
    expect(voted.status).toBe(303)
    expect(await (await owner.get(`/api/vote?chatId=${chatId}`)).json()).toEqual([
      { chatId, messageId: ids[1], isUpvoted: true },
    ])
    for (const start of ['', 'zzzzzzzz', '00000000', `${ids[1]}0`]) {
      const refused = await form(owner, `/chat/${chatId}`, { intent: `up ${start}` })
      expect(refused.status).toBe(404)
    }
    expect((await page(`/chat/${chatId}/options`)).includes('Large')).toBe(true)
  })
})
