import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Chat } from '#db/entities/chat.ts'
import { User } from '#db/entities/user.ts'
import { jsonRows, now, secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import { createOrm, type EntityManager, type Orm } from '#db/orm.ts'
import { compiled, prepared } from '#db/prepared.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const ISO_TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let database: TestDatabase
let orm: Orm
let em: EntityManager
const userId = randomUUID()
const chatId = randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  // One connection, so that what is prepared on it can be asked for.
  orm = await createOrm(database.url, 1)
  em = orm.em.fork()
  await em.insert(User, { id: userId })
  await em.insert(Chat, { id: chatId, userId, title: 'A chat' })
})

afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

describe('a typed query', () => {
  test('the columns of a result are named like the properties of the entities', async () => {
    const row = await kysely(em)
      .selectFrom('Chat')
      .innerJoin('User', 'User.id', 'Chat.userId')
      .where('Chat.id', '=', chatId)
      .select(['Chat.id', 'Chat.userId', 'Chat.titleSource', 'User.id as owner'])
      .executeTakeFirst()

    expect(row).toEqual({ id: chatId, userId, titleSource: 'provisional', owner: userId })
  })

  test('timestamps are ISO 8601 strings under any name, also when an expression makes them', async () => {
    const row = await kysely(em)
      .selectFrom('Chat')
      .where('id', '=', chatId)
      .select(['createdAt', 'createdAt as madeAt', now().as('readAt'), secondsAgo(60).as('before')])
      .executeTakeFirst()

    for (const time of Object.values(row ?? {})) expect(time).toMatch(ISO_TIMESTAMP)
    expect(Object.keys(row ?? {})).toEqual(['createdAt', 'madeAt', 'readAt', 'before'])
    expect(row?.madeAt).toBe(row?.createdAt)
  })

  test('the columns that a write returns are named in the same way', async () => {
    const row = await kysely(em)
      .updateTable('Chat')
      .set({ titleSource: 'user' })
      .where('id', '=', chatId)
      .returning(['titleSource', 'createdAt'])
      .executeTakeFirst()

    expect(row).toEqual({ titleSource: 'user', createdAt: expect.stringMatching(ISO_TIMESTAMP) })
  })

  test('selecting without naming the columns is refused', () => {
    expect(() => kysely(em).selectFrom('Chat').selectAll().compile()).toThrow('Name the columns')
  })
})

describe('a prepared statement', () => {
  test('it is built once, runs with the parameters of each call and stays prepared on the connection', async () => {
    let built = 0
    const findTitle = prepared((db, p: { id: string; titleSource: 'user' | 'generated' }) => {
      built += 1
      return db
        .selectFrom('Chat')
        .where('id', '=', p.id)
        .where('titleSource', '=', p.titleSource)
        .select('title')
    })

    expect(await findTitle(em, { id: chatId, titleSource: 'user' })).toEqual([{ title: 'A chat' }])
    expect(await findTitle(em, { id: chatId, titleSource: 'generated' })).toEqual([])
    expect(await findTitle(em, { id: randomUUID(), titleSource: 'user' })).toEqual([])
    expect(built).toBe(1)
    const statements = await em.execute<{ statement: string }[]>(
      "select statement from pg_prepared_statements where name like 'parley_%'",
    )
    expect(statements.map(({ statement }) => statement)).toContainEqual(
      expect.stringContaining('"title_source" = $2'),
    )
  })

  test('two of the same text share a name, and the next one gets a name of its own', async () => {
    const findTitle = () =>
      prepared((db, p: { id: string }) =>
        db.selectFrom('Chat').where('id', '=', p.id).select('title'),
      )
    const findOwner = prepared((db, p: { id: string }) =>
      db.selectFrom('Chat').where('id', '=', p.id).select('userId'),
    )

    expect(await findTitle()(em, { id: chatId })).toEqual([{ title: 'A chat' }])
    expect(await findTitle()(em, { id: chatId })).toEqual([{ title: 'A chat' }])
    expect(await findOwner(em, { id: chatId })).toEqual([{ userId }])
  })

  test('it takes part in the transaction of its EntityManager', async () => {
    const rename = prepared((db, p: { id: string; title: string }) =>
      db.updateTable('Chat').set({ title: p.title }).where('id', '=', p.id).returning('title'),
    )
    const cancelled = em.transactional(async (tx) => {
      expect(await rename(tx, { id: chatId, title: 'Renamed' })).toEqual([{ title: 'Renamed' }])
      throw new Error('cancelled')
    })

    await expect(cancelled).rejects.toThrow('cancelled')
    expect((await em.fork().findOneOrFail(Chat, chatId)).title).toBe('A chat')
  })

  test('objects and arrays are sent as JSON, so that one parameter holds any number of rows', async () => {
    const listRows = prepared((db, p: { rows: { id: string; parts: unknown }[] }) =>
      db
        .selectFrom(jsonRows(p.rows, 'row', { id: 'uuid', parts: 'jsonb' }))
        .select(['row.id', 'row.parts']),
    )
    const rows = [
      { id: randomUUID(), parts: [{ type: 'text', text: `it's "quoted"` }] },
      { id: randomUUID(), parts: null },
    ]

    expect(await listRows(em, { rows })).toEqual(rows)
    expect(await listRows(em, { rows: [] })).toEqual([])
  })

  test('a query that looks at a parameter while it is built throws', async () => {
    const wrong = prepared((db, p: { title: string }) =>
      db.selectFrom('Chat').where('title', '=', `${p.title}!`).select('id'),
    )

    await expect(wrong(em, { title: 'A chat' })).rejects.toThrow('The parameter title has no value')
  })
})

describe('a compiled statement', () => {
  test('it is built once too, but is planned at each run, so it is not prepared on the connection', async () => {
    let built = 0
    const findIds = compiled((db, p: { title: string }) => {
      built += 1
      return db.selectFrom('Chat').where('title', 'like', p.title).select('id')
    })

    expect(await findIds(em, { title: 'A%' })).toEqual([{ id: chatId }])
    expect(await findIds(em, { title: 'B%' })).toEqual([])
    expect(built).toBe(1)
    const statements = await em.execute<{ statement: string }[]>(
      'select statement from pg_prepared_statements',
    )
    for (const { statement } of statements) expect(statement).not.toContain('like')
  })
})
