import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shareChat } from '#core/chat/share-chat.ts'
import { findReadableVersion } from '#core/documents/find-readable-version.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { seedChat } from '#tests/support/seed.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
let ownerId: string
let strangerId: string
beforeAll(async () => {
  app = await startTestServices()
  ownerId = await app.createUser()
  strangerId = await app.createUser()
})
afterAll(() => app?.stop())

const em = () => app.services.orm.em.fork()

/** A document of two versions, written in a chat. */
async function writtenInChat() {
  const { chatId } = await seedChat(app.database, ownerId)
  const id = randomUUID()
  const version = {
    id,
    userId: ownerId,
    chatId,
    title: 'Tide',
    kind: 'text' as const,
    origin: 'ai' as const,
  }
  await saveVersion(em(), { ...version, content: 'low' })
  await saveVersion(em(), { ...version, content: 'high' })
  const share = (visibility: 'private' | 'public') =>
    shareChat(em(), { chatId, userId: ownerId, visibility, documents: 'all' })
  return { id, chatId, share }
}

const contentFor = async (id: string, userId: string | null) =>
  (await findReadableVersion(em(), { id, userId }))?.content

test('the owner reads the newest version, nobody else', async () => {
  const { id } = await writtenInChat()
  expect(await contentFor(id, ownerId)).toBe('high')
  expect(await contentFor(id, strangerId)).toBeUndefined()
  expect(await contentFor(id, null)).toBeUndefined()
  expect(await contentFor(randomUUID(), ownerId)).toBeUndefined()
})

test('everybody reads the document of a public chat, until the chat is private again', async () => {
  const { id, share } = await writtenInChat()
  await share('public')
  expect(await contentFor(id, strangerId)).toBe('high')
  expect(await findReadableVersion(em(), { id, userId: null, maxCharacters: 2 })).toMatchObject({
    id,
    title: 'Tide',
    content: 'hi',
    userId: ownerId,
  })
  await share('private')
  expect(await contentFor(id, strangerId)).toBeUndefined()
  expect(await contentFor(id, null)).toBeUndefined()
})

test('an earlier version of a public chat is not shown in place of the newest of a private one', async () => {
  const { id, share } = await writtenInChat()
  await share('public')
  const { chatId: elsewhere } = await seedChat(app.database, ownerId)
  await saveVersion(em(), {
    id,
    userId: ownerId,
    chatId: elsewhere,
    title: 'Tide',
    kind: 'text',
    origin: 'ai',
    content: 'secret',
  })
  expect(await contentFor(id, strangerId)).toBeUndefined()
  expect(await contentFor(id, ownerId)).toBe('secret')
})

test("a document is not read through another user's public chat", async () => {
  const { chatId } = await seedChat(app.database, strangerId)
  await shareChat(em(), {
    documents: 'all',
    chatId,
    userId: strangerId,
    visibility: 'public',
  })
  const id = randomUUID()
  await saveVersion(em(), {
    id,
    userId: ownerId,
    chatId,
    title: 'Tide',
    kind: 'text',
    origin: 'ai',
    content: 'mine',
  })
  expect(await contentFor(id, strangerId)).toBeUndefined()
})

test('a document of no chat is read by its owner alone', async () => {
  const id = randomUUID()
  await saveVersion(em(), {
    id,
    userId: ownerId,
    title: 'Tide',
    kind: 'text',
    content: 'mine',
    origin: 'save',
  })
  expect(await contentFor(id, ownerId)).toBe('mine')
  expect(await contentFor(id, null)).toBeUndefined()
})
