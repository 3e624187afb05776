import { readFile } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { isDatabaseDown } from '#core/database-down.ts'
import { Chat } from '#db/entities/chat.ts'
import { kysely } from '#db/kysely.ts'
import { createOrm } from '#db/orm.ts'

async function errorOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('It did not fail.')
    },
    (error: unknown) => error,
  )
}

/** Starts a server that does this with each connection; returns its port. */
async function startServer(onConnection: (socket: Socket) => void) {
  const server: Server = createServer(onConnection)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port.')
  return { port: address.port, close: () => new Promise((resolve) => server.close(resolve)) }
}

async function closedPort(): Promise<number> {
  const { port, close } = await startServer(() => {})
  await close()
  return port
}

/** Makes a query in two ways, through Kysely and through the EntityManager. */
async function queryErrors(databaseUrl: string): Promise<unknown[]> {
  const orm = await createOrm(databaseUrl)
  try {
    const em = orm.em.fork()
    return [
      await errorOf(kysely(em).selectFrom('Chat').select('id').execute()),
      await errorOf(em.count(Chat)),
    ]
  } finally {
    await orm.close(true)
  }
}

describe('a database that is down', () => {
  test('nobody listens at its address', async () => {
    const errors = await queryErrors(`postgres://u@127.0.0.1:${await closedPort()}/d`)
    expect(errors.map(isDatabaseDown)).toEqual([true, true])
  })

  test('its socket file is not there', async () => {
    const errors = await queryErrors('postgres://u@%2Fno%2Fsuch%2Ffolder/d')
    expect(errors.map(isDatabaseDown)).toEqual([true, true])
  })

  test('its name is unknown', async () => {
    const errors = await queryErrors('postgres://u@no-such-host.invalid/d')
    expect(errors.map(isDatabaseDown)).toEqual([true, true])
  })

  test('it resets the connection', async () => {
    const { port, close } = await startServer((socket) => socket.resetAndDestroy())
    const errors = await queryErrors(`postgres://u@127.0.0.1:${port}/d`)
    await close()
    expect(errors.map(isDatabaseDown)).toEqual([true, true])
  })

  test.each([
    ['57014', 'a statement took too long'],
    ['57P01', 'it shuts down'],
    ['53300', 'it has too many connections'],
    ['08006', 'the connection failed'],
  ])('SQLSTATE %s: %s', (code) => {
    const cause = Object.assign(new Error('as Postgres puts it'), { code })
    expect(isDatabaseDown(new Error('wrapped', { cause }))).toBe(true)
  })
})

describe('a database that is not down', () => {
  test.each(['23505', '42601', '08P01'])('SQLSTATE %s', (code) => {
    expect(isDatabaseDown(Object.assign(new Error('wrong'), { code }))).toBe(false)
  })

  test('a file is not there', async () => {
    expect(isDatabaseDown(await errorOf(readFile('/no/such/file')))).toBe(false)
  })

  test('another service refuses the connection', async () => {
    const error = await errorOf(fetch(`http://127.0.0.1:${await closedPort()}`))
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } })
    expect(isDatabaseDown(error)).toBe(false)
  })
})
