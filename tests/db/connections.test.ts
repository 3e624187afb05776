import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#core/database-down.ts'
import { kysely } from '#db/kysely.ts'
import { closeOrm, createOrm } from '#db/orm.ts'
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

  test('closes once the statements that are under way have an answer', async () => {
    const database = await createTestDatabase()
    try {
      const orm = await createOrm(database.url, 1)
      // Of one who has no connection yet, one who waits for it, and one who goes on with a second.
      const first = kysely(orm.em.fork()).selectFrom('User').select('id').execute()
      const second = kysely(orm.em.fork()).selectFrom('Chat').select('id').execute()
      const third = first.then(() =>
        kysely(orm.em.fork()).selectFrom('Vote').select('chatId').execute(),
      )
      const answers = Promise.all([first, second, third])
      await Promise.all([closeOrm(orm), expect(answers).resolves.toEqual([[], [], []])])
    } finally {
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

  test('sends only start-up parameters that PgBouncer takes by default', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', (bytes) => {
        resolve(bytes)
        socket.destroy()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const orm = await createOrm(`postgres://somebody@127.0.0.1:${port}/something`)
    try {
      const refused = expect(orm.em.getConnection().execute('select 1')).rejects.toThrow()
      // The length and the version of the protocol, then names and values that end with a zero.
      const words = (await promise).subarray(8).toString().split('\0')
      const names = words.filter((word, index) => index % 2 === 0 && word !== '')
      expect(names).toContain('user')
      expect(['user', 'database', 'client_encoding', 'application_name']).toEqual(
        expect.arrayContaining(names),
      )
      await refused
    } finally {
      await orm.close(true)
      server.close()
    }
  })

  test('limits the time of statements on each connection', async () => {
    const database = await createTestDatabase()
    const orm = await createOrm(database.url, 2)
    try {
      const connection = orm.em.getConnection()
      const limits = await Promise.all(
        [1, 2].map(() => connection.execute('show statement_timeout')),
      )
      expect(limits.flat()).toEqual([{ statement_timeout: '9s' }, { statement_timeout: '9s' }])
    } finally {
      await orm.close(true)
      await database.drop()
    }
  })
})
