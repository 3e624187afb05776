import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deleteChat } from '#core/chat/delete-chat.ts'
import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import { saveEdit } from '#core/documents/save-edit.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { createLogger } from '#core/log.ts'
import { storageFull } from '#core/storage-full.ts'
import { type StorageLimits, storeStorageLimits } from '#core/store-storage-limits.ts'
import { absorbGuest } from '#core/users/absorb-guest.ts'
import { writeStorageLimits } from '#core/write-storage-limits.ts'
import { User } from '#db/entities/user.ts'
import { kysely } from '#db/kysely.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const LIMIT = 1_000_000

let database: TestDatabase
let orm: Orm
let userId: string
beforeAll(async () => {
  database = await createTestDatabase()
  orm = await createOrm(database.url, 8)
  await storeLimits({ STORAGE_PER_USER: LIMIT, STORAGE_PER_DOCUMENT: LIMIT / 2 })
})
beforeEach(async () => {
  userId = await newUser()
})
afterEach(async () => {
  // Whatever a test did: what is counted is what is there.
  expect(await counted()).toEqual(await stored())
})
afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

const storeLimits = (limits: StorageLimits) => storeStorageLimits(orm.em.fork(), limits)
const em = () => orm.em.fork()
const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  database.sql<Row>(text, values)

async function newUser(email: string | null = `${randomUUID()}@example.com`): Promise<string> {
  const id = randomUUID()
  await em().insert(User, { id, email })
  return id
}

const bytesByUser = (rows: { id: string; bytes: string }[]) =>
  rows.filter(({ bytes }) => Number(bytes) !== 0)

async function counted() {
  return bytesByUser(
    await sql(
      `select user_id as id, sum(bytes) as bytes
       from (table storage_used union all select user_id, bytes from storage_change) as all_of_it
       group by 1 order by 1`,
    ),
  )
}

async function stored() {
  return bytesByUser(
    await sql(`select id, sum(bytes) as bytes from (
      select user_id as id, 100 + octet_length(title) + octet_length(content) as bytes from document
      union all
      select c.user_id, 100 + octet_length(m.parts::text)
        from message m join chat c on c.id = m.chat_id where m.status <> 'streaming'
      union all
      select user_id, size from upload where status in ('staged', 'stored') and size is not null
    ) as all_of_it group by 1 order by 1`),
  )
}

const save = (content: string, id: string = randomUUID(), owner = userId) =>
  saveVersion(em(), { id, userId: owner, title: 'Note', content, kind: 'text', origin: 'save' })

async function chatWith(messages: { role: string; status: string; text: string }[]) {
  const chatId = randomUUID()
  await sql(`insert into chat (id, user_id, title) values ($1, $2, 'Chat')`, [chatId, userId])
  await orm.em.fork().transactional(async (tx) => {
    const db = tx.getKysely<{ message: Record<string, unknown> }>()
    const rows = messages.map(({ role, status, text }, position) => ({
      id: randomUUID(),
      chat_id: chatId,
      position,
      role,
      status,
      parts: JSON.stringify([{ type: 'text', text }]),
    }))
    await db.insertInto('message').values(rows).execute()
  })
  return chatId
}

const said = (text: string) => ({ role: 'user', status: 'complete', text })
const replied = (text: string, status = 'complete') => ({ role: 'assistant', status, text })

test('versions count, and count no more when they are deleted', async () => {
  const id = randomUUID()
  const first = await save('one', id)
  await save('two '.repeat(1_000), id)
  await deleteVersionsAfter(em(), { id, userId, timestamp: first.createdAt })
  expect(await stored()).toContainEqual({ id: userId, bytes: '107' })
})

test('a version that is replaced counts with what it holds then, within the limits', async () => {
  const id = randomUUID()
  const edit = { id, userId, title: 'Note', kind: 'text' as const }
  const { createdAt } = await saveVersion(em(), { ...edit, content: 'one', origin: 'edit' })
  async function replace(baseCreatedAt: string, content: string) {
    const replaced = { ...edit, content, baseCreatedAt, replaceBase: true }
    const outcome = await saveEdit(em(), replaced)
    return outcome.status === 'saved' ? outcome.version.createdAt : ''
  }
  const longer = await replace(createdAt, 'two '.repeat(1_000))
  expect(await stored()).toContainEqual({ id: userId, bytes: '4104' })
  expect(await counted()).toEqual(await stored())
  const full = await replace(longer, 'x'.repeat(LIMIT / 2)).catch(storageFull)
  expect(full).toMatchObject({ code: 'too-large' })
  const shorter = await replace(longer, 'one')
  expect(shorter > longer).toBe(true)
  expect(await stored()).toContainEqual({ id: userId, bytes: '107' })
})

test('messages count once they are final, in all their changes, and go with their chat', async () => {
  const chatId = await chatWith([said('Hello'.repeat(5_000)), replied('', 'streaming')])
  await sql(`update message set parts = '[{"text":"growing"}]' where status = 'streaming'`)
  expect(await counted()).toEqual(await stored())
  await sql(`update message set parts = '[{"text":"grown"}]', status = 'complete'
    where status = 'streaming'`)
  expect(await counted()).toEqual(await stored())
  await sql(`update message set parts = '[{"text":"edited"}]' where role = 'user'`)
  await sql(`delete from message where role = 'assistant' and chat_id = $1`, [chatId])
  expect(await counted()).toEqual(await stored())
  await deleteChat(em(), { chatId, userId })
  expect((await counted()).some(({ id }) => id === userId)).toBe(false)
})

test('images count from when they are staged, unless they are refused', async () => {
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  for (const id of ids) {
    await sql(
      `insert into upload (id, user_id, staged_key, filename, size)
       values ($1, $2, 'staging/x', 'a.png', 1000)`,
      [id, userId],
    )
  }
  await sql(`update upload set status = 'stored', size = 1500 where id = $1`, [ids[0]])
  await sql(`update upload set status = 'rejected' where id = $1`, [ids[1]])
  await sql('delete from upload where id = $1', [ids[2]])
  expect(await counted()).toContainEqual({ id: userId, bytes: '1500' })
})

test('an account takes over what a guest stores, beyond its limit too', async () => {
  const guestId = await newUser(null)
  const account = userId
  userId = guestId
  await chatWith([said('Hello'), replied('Hello')])
  await save('x'.repeat(50_000))
  await absorbGuest(em(), { guestId, userId: account })
  expect((await counted()).map(({ id }) => id)).not.toContain(guestId)
  expect((await counted()).map(({ id }) => id)).toContain(account)
})

test('guests bring an account no more than one guest has beyond its limit, also at once', async () => {
  const bring = async (bytes: number) => {
    const guestId = await newUser(null)
    if (bytes > 0) await save('x'.repeat(bytes), randomUUID(), guestId)
    return absorbGuest(em(), { guestId, userId })
  }
  const room = LIMIT + LIMIT / 10
  for (const half of [1, 2]) await save(`${half}`.repeat(LIMIT / 2 - 200))
  const results = await Promise.allSettled([bring(90_000), bring(90_000), bring(90_000)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'too-large', message: expect.stringMatching(/1,000,000.*Sign out as a guest/) },
  })
  const bytes = async () => Number((await counted()).find(({ id }) => id === userId)?.bytes)
  expect(await bytes()).toBeLessThanOrEqual(room)
  // A guest who has nothing may always sign in.
  await bring(0)
  expect(await bytes()).toBeGreaterThan(LIMIT)
})

test('a reply that ends while its guest signs in to an account is stored, and counts for the account', async () => {
  const accountId = userId
  const guestId = await newUser(null)
  userId = guestId
  const chatId = await chatWith([said('Hello'), replied('', 'streaming')])
  let storing: Promise<unknown> | undefined
  await orm.em.fork().transactional(async (tx) => {
    const db = kysely(tx)
    await db.selectFrom('User').select('id').where('id', '=', guestId).forUpdate().execute()
    await db.updateTable('Chat').set({ userId: accountId }).where('id', '=', chatId).execute()
    storing = sql(
      `update message set parts = '[{"text":"grown"}]', status = 'complete'
       where chat_id = $1 and status = 'streaming' returning id`,
      [chatId],
    )
    storing.catch(() => {})
    await vi.waitFor(
      async () =>
        expect(
          await sql(`select from pg_stat_activity where datname = current_database()
            and wait_event_type = 'Lock' and query like 'update message%'`),
        ).toHaveLength(1),
      25_000,
    )
    await db.deleteFrom('User').where('id', '=', guestId).execute()
  })
  expect(await storing).toHaveLength(1)
  expect((await counted()).map(({ id }) => id)).toContain(accountId)
})

test('what a user stores goes with the user', async () => {
  await chatWith([said('Hello')])
  await save('x')
  await sql('delete from user_account where id = $1', [userId])
  expect((await counted()).some(({ id }) => id === userId)).toBe(false)
})

test('writes at the same moment pass the limit by none', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 24 }, () => save('x'.repeat(LIMIT / 10))),
  )
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(results.length - refused.length).toBe(9)
  for (const { reason } of refused as PromiseRejectedResult[]) {
    expect(storageFull(reason)).toMatchObject({ code: 'too-large' })
  }
})

test('a guest has less, a document has its own limit, and both say what to delete', async () => {
  const guestId = await newUser(null)
  await save('x'.repeat(90_000), randomUUID(), guestId)
  const guest = await save('x'.repeat(20_000), randomUUID(), guestId).catch(storageFull)
  expect(guest).toMatchObject({
    message: expect.stringMatching(/guest.*100,000.*account has more room/i),
  })
  const id = randomUUID()
  for (let n = 0; n < 4; n += 1) await save('x'.repeat(LIMIT / 10), id)
  const full = await save('x'.repeat(LIMIT / 10), id).catch(storageFull)
  expect(full).toMatchObject({ message: expect.stringMatching(/document is full.*500,000/) })
  await save('x'.repeat(LIMIT / 10))
})

test('a reply is kept although the storage is full, but no further message', async () => {
  for (let n = 0; n < 9; n += 1) await save('x'.repeat(LIMIT / 10))
  const chatId = await chatWith([said('Hello'), replied('', 'streaming')])
  const parts = JSON.stringify([{ type: 'text', text: 'x'.repeat(200_000) }])
  await sql(
    `update message set parts = $2, status = 'complete'
    where chat_id = $1 and status = 'streaming'`,
    [chatId, parts],
  )
  const refused = await chatWith([said('Hello')]).catch(storageFull)
  expect(refused).toMatchObject({ code: 'too-large' })
})

test('changes are added up by the next write of their user', async () => {
  const id = randomUUID()
  const first = await save('x', id)
  for (let n = 0; n < 10; n += 1) {
    await save('x', id)
    await deleteVersionsAfter(em(), { id, userId, timestamp: first.createdAt })
  }
  const rows = await sql('select from storage_change where user_id = $1', [userId])
  expect(rows.length).toBe(1)
})

test('a process that starts writes its limits, which count for every connection', async () => {
  try {
    const text = 'x'.repeat(2_000)
    await storeLimits({ STORAGE_PER_USER: 1_500, STORAGE_PER_DOCUMENT: 1_000 })
    await expect(save(text)).rejects.toMatchObject({ code: 'QUOTA' })
    await expect(
      sql(
        `insert into document (id, created_at, title, content, kind, user_id)
         values ($1, now(), 'Note', $2, 'text', $3)`,
        [randomUUID(), text, userId],
      ),
    ).rejects.toMatchObject({ code: 'QUOTA', detail: '1500' })
  } finally {
    await storeLimits({ STORAGE_PER_USER: LIMIT, STORAGE_PER_DOCUMENT: LIMIT / 2 })
  }
  await save('x'.repeat(2_000))
})

test('limits that are as they were are not written again', async () => {
  const versions = () => sql('select name, xmin::text from storage_limit order by name')
  const before = await versions()
  expect(before).toHaveLength(3)
  await storeLimits({ STORAGE_PER_USER: LIMIT, STORAGE_PER_DOCUMENT: LIMIT / 2 })
  expect(await versions()).toEqual(before)
})

test('the limits are written as soon as the database takes them', async () => {
  await sql('alter table storage_limit rename to storage_limit_of_later')
  const env = { STORAGE_PER_USER: 2 * LIMIT, STORAGE_PER_DOCUMENT: LIMIT }
  const log = createLogger('silent', 'test')
  const warned = vi.spyOn(log, 'warn')
  const writer = writeStorageLimits({ env, log, orm })
  try {
    await vi.waitFor(() => expect(warned).toHaveBeenCalled(), 25_000)
    await sql('alter table storage_limit_of_later rename to storage_limit')
    await vi.waitFor(
      async () =>
        expect(
          await sql(`select bytes from storage_limit where name = 'storage_per_guest'`),
        ).toEqual([{ bytes: String((2 * LIMIT) / 10) }]),
      25_000,
    )
  } finally {
    writer.stop()
    await sql('alter table if exists storage_limit_of_later rename to storage_limit')
    await storeLimits({ STORAGE_PER_USER: LIMIT, STORAGE_PER_DOCUMENT: LIMIT / 2 })
  }
})
