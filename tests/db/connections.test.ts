import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#core/database-down.ts'
import { createOrm } from '#db/orm.ts'
import { createTestDatabase } from '#tests/support/database.ts'

/** Longer than opening a connection may take. */
const BUSY_SECONDS = 7

describe('the connection pool', () => {
  test('lets a statement wait for a free connection for longer than opening one may take', async () => {
    const database = await createTestDatabase()
    const orm = await createOrm(database.url, 1)
    try {
      const connection = orm.em.getConnection()
      await connection.execute('select 1')
      const busy = connection.execute(`select pg_sleep(${BUSY_SECONDS})`)
      await setTimeout(500)
      expect(await connection.execute('select 1 as one')).toEqual([{ one: 1 }])
      await busy
    } finally {
      await orm.close(true)
      await database.drop()
    }
  })

  test('gives up opening a connection to a server that does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const orm = await createOrm(`postgres://nobody@127.0.0.1:${port}/nothing`)
    try {
      const started = performance.now()
      const error = await orm.em
        .getConnection()
        .execute('select 1')
        .catch((error: unknown) => error)
      expect(isDatabaseDown(error)).toBe(true)
      expect(performance.now() - started).toBeLessThan(15_000)
    } finally {
      await orm.close(true)
      silent.close()
    }
  })
})
