import { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrm, type Orm, ormOptions } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let orm: Orm

beforeAll(async () => {
  // A database as `npm run db:migrate` makes it, with BullMQ's tables.
  database = await createTestDatabase()
  orm = await createOrm(database.url, 2)
})

afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

describe('the migrations', () => {
  test('they produce exactly the schema that the entities describe', async () => {
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
  })

  test('a generated migration never drops the tables of the queue', async () => {
    const [queue] = await database.sql<{ tables: number }>(
      "select count(*)::int as tables from information_schema.tables where table_schema = 'bullmq'",
    )
    expect(queue?.tables).toBeGreaterThan(5)

    const options = ormOptions(database.url, 2)
    const careless = await MikroORM.init({ ...options, schemaGenerator: { ignoreSchema: [] } })
    const carelessSql = await careless.schema.getUpdateSchemaSQL({ wrap: false })
    await careless.close(true)
    // Shows that the diff sees BullMQ's tables and the setting is what keeps them.
    expect(carelessSql).toContain('bullmq')
  })

  test('a difference in the database is detected', async () => {
    await database.sql('alter table vote drop column is_upvoted')
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toContain('is_upvoted')
    await database.sql('alter table vote add column is_upvoted boolean not null')
    expect(await orm.schema.getUpdateSchemaSQL({ wrap: false })).toBe('')
  })
})
