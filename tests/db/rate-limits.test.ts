import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readEnv } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { POLICIES } from '#http/limits/policies.ts'
import { createRateLimits, type RateLimits } from '#http/limits/rate-limits.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let orm: Orm
let limits: RateLimits[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  orm = await createOrm(database.url, 3)
  limits = []
})

afterEach(async () => {
  vi.useRealTimers()
  for (const each of limits) each.close()
  await orm.close(true)
  await database.drop()
})

function create(env: Record<string, string> = {}): RateLimits {
  const services = {
    env: { ...readEnv({ RATE_LIMITS: 'on', ...env }), DATABASE_URL: database.url },
    log: createLogger('silent', 'test'),
    orm,
  }
  const made = createRateLimits(services)
  limits.push(made)
  return made
}

describe('rate limits on Postgres', () => {
  test('requests within a lease do not ask the database', async () => {
    const { quota, lease } = POLICIES.writes
    const rateLimits = create()
    const standings = await Promise.all(
      Array.from({ length: lease + 1 }, () => rateLimits.consume('writes', 'ada')),
    )
    expect(standings.map((standing) => standing?.remaining).at(-1)).toBe(quota - lease - 1)
    const [row] = await database.sql<{ key: string; points: number }>('select * from rate_limit')
    expect(row).toMatchObject({ key: 'limit:writes:ada', points: 2 * lease })
  })

  test('a lease that would go over the quota gives only what is left', async () => {
    const { quota } = POLICIES.writes
    const rateLimits = create()
    await rateLimits.consume('writes', 'ada')
    await database.sql('update rate_limit set points = $1', [quota - 3])
    const elsewhere = create()
    const allowed: (boolean | undefined)[] = []
    for (let index = 0; index < 5; index += 1) {
      allowed.push((await elsewhere.consume('writes', 'ada'))?.allowed)
    }
    expect(allowed).toEqual([true, true, true, false, false])
  })

  test('counting begins again when the window has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const rateLimits = create()
    await database.sql('insert into rate_limit (key, points, expire) values ($1, $2, $3)', [
      'limit:chat:ada',
      10_000,
      Date.now() + 1_500,
    ])
    expect(await rateLimits.consume('chat', 'ada')).toMatchObject({ allowed: false, remaining: 0 })
    vi.setSystemTime(Date.now() + 1_600)
    expect(await rateLimits.consume('chat', 'ada')).toMatchObject({ allowed: true, remaining: 299 })
  })

  test('each process counts for itself when the table fails', async () => {
    const rateLimits = create()
    await database.sql('drop table rate_limit')
    const { quota } = POLICIES['sign-in']
    for (let index = 1; index <= quota; index += 1) {
      expect(await rateLimits.consume('sign-in', 'ada')).toMatchObject({ remaining: quota - index })
    }
    expect(await rateLimits.consume('sign-in', 'ada')).toMatchObject({ allowed: false })
    await rateLimits.reset('sign-in', 'ada')
    expect(await rateLimits.consume('sign-in', 'ada')).toMatchObject({ allowed: true })
  })
})

describe('rate limits while Redis is away', () => {
  test('each process counts for itself, without delaying requests', async () => {
    const rateLimits = create({ REDIS_URL: 'redis://127.0.0.1:9' })
    const { quota } = POLICIES['sign-in']
    const startedAt = performance.now()
    for (let index = 1; index <= quota; index += 1) {
      expect(await rateLimits.consume('sign-in', 'ada')).toMatchObject({ allowed: true })
    }
    expect(await rateLimits.consume('sign-in', 'ada')).toMatchObject({ allowed: false })
    // To wait for Redis each time would take more than five seconds.
    expect(performance.now() - startedAt).toBeLessThan(4_000)
  })
})

describe('rate limits that are switched off', () => {
  test('nothing is counted', async () => {
    const rateLimits = create({ RATE_LIMITS: 'off' })
    expect(await rateLimits.consume('sign-in', 'ada')).toBeNull()
    expect(await database.sql('select * from rate_limit')).toEqual([])
  })
})
