import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { isAppError } from '#core/app-error.ts'
import { deleteChat } from '#core/chat/delete-chat.ts'
import { listChats } from '#core/chat/list-chats.ts'
import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import { findReadableVersion } from '#core/documents/find-readable-version.ts'
import { findVersion } from '#core/documents/find-version.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { addDocumentWords } from '#core/library/add-document-words.ts'
import { copyDocument } from '#core/library/copy-document.ts'
import { deleteDocument, deleteDocuments } from '#core/library/delete-documents.ts'
import {
  listDeletedDocuments,
  removeDeletedDocument,
  removeOldDeletedDocuments,
} from '#core/library/deleted-documents.ts'
import { listDocuments } from '#core/library/list-documents.ts'
import { restoreDocument } from '#core/library/restore-document.ts'
import { absorbGuest } from '#core/users/absorb-guest.ts'
import { seedChat, seedSuggestion } from '#tests/support/seed.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
let userId: string
beforeAll(async () => {
  app = await startTestServices({ DATABASE_POOL: '20' })
})
beforeEach(async () => {
  userId = await app.createUser()
})
afterEach(async () => {
  // Whatever a test did: the summaries are what the versions say.
  expect(await summaries()).toEqual(await summarised())
})
afterAll(() => app?.stop())

const em = () => app.services.orm.em.fork()
const sql: TestServices['database']['sql'] = (query, values) => app.database.sql(query, values)

const summaries = () =>
  sql(
    `select id, user_id, title, kind, chat_id, updated_at, versions, search
     from document_summary order by id`,
  )
const summarised = () =>
  sql(
    `select distinct on (id) id, user_id, title, kind, chat_id, created_at as updated_at,
       (count(*) over (partition by id))::int as versions,
       document_search_words(title, content, kind, id) as search
     from document order by id, created_at desc`,
  )

const save = (id: string, fields: { content?: string; title?: string; chatId?: string } = {}) =>
  saveVersion(em(), {
    id,
    userId,
    title: 'Tide',
    content: 'low',
    kind: 'text',
    origin: 'save',
    ...fields,
  })

async function newDocument(fields: Parameters<typeof save>[1] = {}): Promise<string> {
  const id = randomUUID()
  await save(id, fields)
  return id
}

const list = async (query: Partial<Parameters<typeof listDocuments>[1]> = {}) =>
  (await listDocuments(em(), { userId, limit: 100, ...query })).documents
const idsOf = async (query: Parameters<typeof list>[0] = {}) => (await list(query)).map((d) => d.id)

test('every save is seen in the summary', async () => {
  const id = await newDocument({ content: 'the ebb' })
  const first = (await list())[0]
  await save(id, { title: 'Waves', content: 'the flood' })
  const [document] = await list()
  expect(document).toMatchObject({ id, title: 'Waves', versions: 2, createdAt: first?.createdAt })
  expect(await idsOf({ q: 'flood' })).toEqual([id])
  expect(await idsOf({ q: 'ebb' })).toEqual([])
})

test('a version that is replaced in its row is seen too', async () => {
  const id = await newDocument()
  await sql(
    `update document set created_at = created_at + interval '1 second', title = 'Waves', content = 'surf'
     where id = $1`,
    [id],
  )
  expect(await idsOf({ q: 'surf' })).toEqual([id])
  expect((await list())[0]).toMatchObject({ title: 'Waves', versions: 1 })
})

test('going back to an earlier version brings its words and its time back', async () => {
  const id = await newDocument({ content: 'ebb' })
  const [before] = await list()
  for (let n = 0; n < 3; n += 1) await save(id, { title: `T${n}`, content: 'flood' })
  const deleted = await deleteVersionsAfter(em(), {
    id,
    userId,
    timestamp: before?.updatedAt ?? '',
  })
  expect(deleted.map(({ title }) => title)).toEqual(['T0', 'T1', 'T2'])
  expect(await list()).toEqual([before])
  expect(await idsOf({ q: 'ebb' })).toEqual([id])
  await deleteVersionsAfter(em(), { id, userId, timestamp: '1970-01-01T00:00:00.000Z' })
  expect(await list()).toEqual([])
})

test('saves and deletions at the same moment leave a right summary', async () => {
  const id = await newDocument()
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      if (n % 3 > 0) return save(id, { content: `${n}` })
      const timestamp = new Date(Date.now() - 2).toISOString()
      return deleteVersionsAfter(em(), { id, userId, timestamp }).catch((error: unknown) => {
        if (!isAppError(error)) throw error
      })
    }),
  )
})

test('a chat that is deleted, a guest that signs in and an account that ends are followed', async () => {
  const { chatId } = await seedChat(app.database, userId)
  const id = await newDocument({ chatId })
  await save(id)
  expect(await idsOf({ chatId })).toEqual([id])
  await deleteChat(em(), { chatId, userId })
  expect((await list())[0]).toMatchObject({ id, chatId: null })

  const accountId = await app.createUser()
  await sql('update user_account set email = null where id = $1', [userId])
  await absorbGuest(em(), { guestId: userId, userId: accountId })
  expect(await idsOf({ userId: accountId })).toEqual([id])
  await sql('delete from user_account where id = $1', [accountId])
  expect(await idsOf({ userId: accountId })).toEqual([])
})

test('pages follow each other, also among documents of the same moment', async () => {
  const ids = Array.from({ length: 7 }, () => randomUUID())
  await sql(
    `insert into document (id, user_id, created_at, title, content, kind)
     select id::uuid, $2, timestamptz '2026-01-01Z', 'Same', 'moment', 'text'
     from jsonb_array_elements_text($1::jsonb) id`,
    [JSON.stringify(ids), userId],
  )
  const seen: string[] = []
  for (let hasMore = true; hasMore; ) {
    const page = await listDocuments(em(), { userId, limit: 3, ending_before: seen.at(-1) })
    seen.push(...page.documents.map(({ id }) => id))
    hasMore = page.hasMore
  }
  expect(seen).toEqual(ids.toSorted().toReversed())
})

test('a list does not read the documents before its page', async () => {
  await sql(
    `insert into document (id, user_id, created_at, title, content, kind)
     select gen_random_uuid(), $1, timestamptz '2026-01-01Z' + n * interval '1 second', 'T', '', 'text'
     from generate_series(1, 2000) n`,
    [userId],
  )
  await sql('analyze document_summary')
  const rows = await sql<{ 'QUERY PLAN': { Plan: object }[] }>(
    `explain (format json) select id from document_summary
     where user_id = $1 and deleted_at is null order by updated_at desc, id desc limit 21`,
    [userId],
  )
  expect(JSON.stringify(rows)).toContain('document_summary_list_index')
})

test('a deleted document is gone, and comes back with versions and suggestions', async () => {
  const id = await newDocument({ content: 'One.' })
  await save(id, { content: 'One. Two.' })
  const version = await findVersion(em(), { id, userId })
  const suggestionId = await seedSuggestion(app.database, { version: version ?? undefined, userId })
  const before = await list()

  const keptId = await deleteDocument(em(), { id, userId })
  expect(await list()).toEqual([])
  expect(await list({ q: 'one' })).toEqual([])
  expect(await findVersion(em(), { id, userId })).toBeNull()
  expect(await listDeletedDocuments(em(), userId)).toMatchObject([{ id: keptId, title: 'Tide' }])

  expect(await restoreDocument(em(), { keptId, userId })).toBe(id)
  expect(await list()).toEqual(before)
  expect(await findVersion(em(), { id, userId })).toEqual(version)
  const suggestions = await sql('select document_id from suggestion where id = $1', [suggestionId])
  expect(suggestions).toEqual([{ document_id: id }])
  await expect(restoreDocument(em(), { keptId, userId })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a document whose id is used again comes back under another id', async () => {
  const id = await newDocument({ content: 'old' })
  const keptId = await deleteDocument(em(), { id, userId })
  await save(id, { content: 'new' })
  expect(await restoreDocument(em(), { keptId, userId })).toBe(keptId)
  expect((await findVersion(em(), { id, userId }))?.content).toBe('new')
  expect((await findVersion(em(), { id: keptId, userId }))?.content).toBe('old')
  expect((await idsOf()).toSorted()).toEqual([id, keptId].toSorted())
})

test('what is deleted is found in no search of chats, and read by nobody else', async () => {
  const { chatId } = await seedChat(app.database, userId)
  await sql(`update chat set visibility = 'public' where id = $1`, [chatId])
  const id = await newDocument({ chatId, content: 'seaweed' })
  const search = async () => (await listChats(em(), { userId, limit: 10, q: 'seaweed' })).chats
  expect(await search()).toHaveLength(1)
  const keptId = await deleteDocument(em(), { id, userId })
  expect(await search()).toEqual([])
  expect(await findReadableVersion(em(), { id: keptId, userId: null })).toBeNull()
})

test('nobody deletes, restores or removes the documents of another', async () => {
  const id = await newDocument()
  const strangerId = await app.createUser()
  await expect(deleteDocument(em(), { id, userId: strangerId })).rejects.toMatchObject({
    code: 'not-owner',
  })
  await expect(
    deleteDocument(em(), { id: randomUUID(), userId: strangerId }),
  ).rejects.toMatchObject({ code: 'not-found' })
  expect(await deleteDocuments(em(), { ids: [id], userId: strangerId })).toEqual([])
  const keptId = await deleteDocument(em(), { id, userId })
  await expect(restoreDocument(em(), { keptId, userId: strangerId })).rejects.toMatchObject({
    code: 'not-found',
  })
  await removeDeletedDocument(em(), { keptId, userId: strangerId })
  expect(await restoreDocument(em(), { keptId, userId })).toBe(id)
  // Only what is deleted can be removed.
  await removeDeletedDocument(em(), { keptId: id, userId })
  expect(await idsOf()).toEqual([id])
  const again = await deleteDocument(em(), { id, userId })
  await removeDeletedDocument(em(), { keptId: again, userId })
  expect(await listDeletedDocuments(em(), userId)).toEqual([])
})

test('after a day the clean-up removes it for good, and its storage is free', async () => {
  const id = await newDocument()
  const young = await deleteDocument(em(), { id: await newDocument(), userId })
  const keptId = await deleteDocument(em(), { id, userId })
  await sql(`update document_summary set deleted_at = now() - interval '25 hours' where id = $1`, [
    keptId,
  ])
  expect(await removeOldDeletedDocuments(em())).toBe(1)
  expect((await listDeletedDocuments(em(), userId)).map((d) => d.id)).toEqual([young])
})

test('deleting twice at once deletes once', async () => {
  const id = await newDocument()
  const results = await Promise.allSettled([
    deleteDocument(em(), { id, userId }),
    deleteDocument(em(), { id, userId }),
  ])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listDeletedDocuments(em(), userId)).toHaveLength(1)
})

test('a copy is a document of its own, of no chat', async () => {
  const { chatId } = await seedChat(app.database, userId)
  const id = await newDocument({ chatId, title: 'x'.repeat(500), content: 'seaweed' })
  const copyId = await copyDocument(em(), { id, userId })
  const copy = await findVersion(em(), { id: copyId, userId })
  expect(copy).toMatchObject({ content: 'seaweed', title: `${'x'.repeat(493)} (copy)` })
  expect(await idsOf({ chatId })).toEqual([id])
})

test('the clean-up makes the words of rows that were there before', async () => {
  const id = await newDocument({ content: 'driftwood' })
  await sql('update document_summary set search = null where id = $1', [id])
  expect(await idsOf({ q: 'driftwood' })).toEqual([])
  expect(await addDocumentWords(em())).toBeGreaterThan(0)
  expect(await idsOf({ q: 'driftwood' })).toEqual([id])
})
