import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

/* One user searches again and again, for what takes Postgres very long. */

const SEARCHES = 8
/** Searches that run at the same time, in a process with five connections. */
const AT_ONCE = 2
const TIMEOUT = { timeout: 15_000 }
const TOO_LONG = 'The search took too long.'

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

async function register() {
  const client = app.client()
  await client.register()
  return client
}

/** Holds up all that reads documents, as searches do and lists of chats do not. */
async function blockSearches() {
  const blocker = new pg.Client(app.databaseUrl)
  await blocker.connect()
  onTestFinished(() => blocker.end())
  await blocker.query('begin')
  await blocker.query('lock table document in access exclusive mode')
  return () => blocker.query('rollback')
}

async function countBlocked(): Promise<number> {
  const blocked = await app.database.sql(
    `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return blocked.length
}

test('all searches of a process leave connections to others, take turns, and end soon', async () => {
  const [busy, other] = await Promise.all([register(), register()])
  const unblock = await blockSearches()
  let answered = 0
  const searches = Array.from({ length: SEARCHES }, () => busy.get('/api/history?q=common'))
  for (const search of searches) void search.finally(() => (answered += 1))
  await expect.poll(countBlocked, TIMEOUT).toBe(AT_ONCE)
  const page = other.get('/?q=common')
  expect((await other.get('/api/history')).status).toBe(200)
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  expect(await countBlocked()).toBeLessThanOrEqual(AT_ONCE)

  const refused = await Promise.race(searches)
  expect(refused.status).toBe(503)
  expect(refused.headers.get('Retry-After')).toBe('5')
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining(TOO_LONG) })

  // The other user waits for a turn, and not for all searches that came before.
  const shown = await page
  expect(shown.status).toBe(503)
  expect(shown.headers.get('Retry-After')).toBe('5')
  expect(await shown.text()).toContain(TOO_LONG)
  expect(answered).toBeLessThan(SEARCHES)

  await unblock()
  expect((await searches.at(-1))?.status).toBe(200)
  expect((await busy.get('/api/history?q=common')).status).toBe(200)
})
