import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import {
  ask,
  imagePart,
  residentMiB,
  type SeedMessage,
  seedMessages,
} from '#tests/support/large-chat.ts'

const MB = 1_000_000

let app: TestApp
let owner: TestClient
let other: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
  owner = app.client()
  other = app.client()
  userId = (await owner.register()).id
  await other.register()
})
afterAll(() => app?.stop())

const text = (content: string) => ({ type: 'text', text: content })
const json = async (path: string) => (await owner.get(path)).json()

/** Characters that JSON escapes, and that UTF-8 and UTF-16 write in several units. */
const ODD = '\ufeffa"\\\n🌦️é\u2028\u0007'

/** Every kind of message, of which some are read together and some in pieces. */
const MESSAGES: SeedMessage[] = [
  { parts: [text('short')] },
  { parts: [{ type: 'step-start' }, text(ODD.repeat(150_000))] },
  { parts: [imagePart(2 * MB), text(`x${ODD}`)] },
  { parts: [], status: 'failed', errorKind: 'quota' },
  ...Array.from({ length: 300 }, (_, n) => ({ parts: [text(`${n} `.repeat(1_000))] })),
  { parts: [text('end')], status: 'stopped' },
]

describe('a large chat', () => {
  test('is answered like a small one, message for message', async () => {
    const { chatId, ids } = await seedMessages(app.database, userId, MESSAGES)
    const response = await owner.get(`/api/chat?id=${chatId}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('application/json')
    const chat = await response.json()
    expect(Object.keys(chat)).toEqual(['id', 'title', 'visibility', 'createdAt', 'messages'])
    expect(chat.messages).toHaveLength(ids.length)
    for (const [index, message] of chat.messages.entries()) {
      const { parts, status = 'complete', errorKind } = MESSAGES[index] ?? { parts: [] }
      expect(message).toEqual({
        id: ids[index],
        role: index % 2 === 0 ? 'user' : 'assistant',
        parts,
        status,
        ...(errorKind && { errorKind }),
        createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      })
    }
    const exported = await json(`/api/chat/${chatId}/export`)
    expect(exported).toEqual({
      ...chat,
      exportedAt: expect.any(String),
      votes: [],
      suggestions: [],
      documents: [],
    })
  })

  test('is exported as Markdown, with links to its images', async () => {
    const { chatId, ids } = await seedMessages(app.database, userId, [
      { parts: [text('before'), imagePart(), text('after')] },
      { parts: [...Array.from({ length: 9 }, (_, n) => text(`${n}${'x'.repeat(200_000)}`))] },
      { parts: [text('end')], status: 'stopped' },
    ])
    const markdown = await (await owner.get(`/api/chat/${chatId}/export?format=markdown`)).text()
    expect(markdown.replace(/\*\d{4}-.*Z\*/, '*time*').replace(/x+/g, 'x')).toBe(
      `# Large\n\n*time*\n\n## You\n\nbefore\n\n![Image](${app.url}/chat/${chatId}/images/${ids[0]}/1)\n\nafter\n\n## Assistant\n\n${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => `${n}x\n\n`).join('')}## You\n\nend\n\n*This reply was stopped.*\n`,
    )
  })

  test('is 404 where it is not, 401 where it is not shared, and can be shared', async () => {
    const { chatId } = await seedMessages(app.database, userId, [{ parts: [imagePart(MB)] }])
    const path = `/api/chat?id=${chatId}`
    expect((await owner.get(`/api/chat?id=${randomUUID()}`)).status).toBe(404)
    expect((await other.get(path)).status).toBe(401)
    await owner.patch(path, { visibility: 'public' })
    expect((await (await other.get(path)).json()).messages).toHaveLength(1)
  })

  test('that changes while it is read is cut off, never a wrong one', async () => {
    expectErrorLogs(/changed or deleted while its chat was read/)
    const { chatId, ids } = await seedMessages(
      app.database,
      userId,
      Array.from({ length: 6 }, () => ({ parts: [imagePart(4 * MB)] })),
    )
    const response = await ask(app, owner, `/api/chat?id=${chatId}`)
    await pause(300)
    await app.database.sql('update message set parts = $2 where id = $1', [
      ids[5],
      JSON.stringify([text('edited')]),
    ])
    response.resume()
    response.on('error', () => {})
    await new Promise((resolve) => response.on('close', resolve))
    expect(response.complete).toBe(false)
  })
})

describe('readers who take nothing of a large chat hold little of it in memory', () => {
  let chatId: string
  beforeAll(async () => {
    const message = { parts: [imagePart(4 * MB), text('x '.repeat(50_000))] }
    ;({ chatId } = await seedMessages(app.database, userId, Array(6).fill(message)))
  })

  test.each([
    ['GET', (id: string) => `/api/chat?id=${id}`],
    ['the export', (id: string) => `/api/chat/${id}/export`],
    ['the export as Markdown', (id: string) => `/api/chat/${id}/export?format=markdown`],
    ['the page', (id: string) => `/chat/${id}`],
  ])('%s', async (_, path) => {
    const before = await residentMiB(app)
    // Six messages of 4 MB: all readers together would hold more than 350 MB.
    const readers = await Promise.all(
      Array.from({ length: 16 }, () => ask(app, owner, path(chatId))),
    )
    let most = 0
    for (let n = 0; n < 10; n += 1) {
      most = Math.max(most, await residentMiB(app))
      await pause(100)
    }
    expect(most - before).toBeLessThan(200)
    for (const response of readers) response.destroy()
  })
})
