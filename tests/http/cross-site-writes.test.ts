import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { asCookie, PASSWORD, sessionCalls } from '#tests/support/session-calls.ts'

type HeaderFields = Record<string, string>

const BASE_URL = 'https://chat.example.com'

let app: TestApp
/** Another web process of the same service, which is told that it is on https. */
let secure: { url: string }
beforeAll(async () => {
  app = await startApp()
  secure = await app.startWeb({ BASE_URL })
})
afterAll(async () => {
  await app?.stop()
})

const { call, register, statusOf } = sessionCalls(() => app.url)

describe('a write from another site', () => {
  const FOREIGN: HeaderFields[] = [
    { Origin: 'https://elsewhere.example' },
    { Origin: 'null' },
    { Origin: 'nonsense' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ]
  const WRITES: [string, string][] = [
    ['POST', '/login'],
    ['POST', '/register'],
    ['POST', '/guest'],
    ['POST', '/logout'],
    ['POST', '/settings'],
    ['POST', '/login.data'],
    ['POST', '/api/session'],
    ['POST', '/api/users'],
    ['POST', '/api/tokens'],
    ['DELETE', '/api/session'],
  ]
  const cases = WRITES.flatMap(([method, path]) =>
    FOREIGN.map((headers) => [method, path, headers] as const),
  )

  test.each(cases)(
    '%s %s with %j is refused with 403 and does nothing',
    async (method, path, foreign) => {
      const { email, token } = await register()
      const json = { email, password: PASSWORD, name: 'foreign' }
      const body = path.startsWith('/api/') ? { json } : { form: { email, password: PASSWORD } }
      const headers = { ...asCookie(token), ...foreign }
      const response = await call(method, path, { ...body, headers })
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await statusOf(asCookie(token))).toBe(200)
    },
  )

  test.each(['/login', '/register', '/guest', '/api/session', '/api/users'])(
    'a visitor without a cookie cannot be signed in at %s',
    async (path) => {
      const body = path.startsWith('/api/') ? { json: {} } : { form: {} }
      const headers = { Origin: 'https://elsewhere.example' }
      expect((await call('POST', path, { ...body, headers })).status).toBe(403)
    },
  )

  test('a write of our own site is accepted, also behind a proxy that names another host', async () => {
    expect((await call('POST', '/guest', { headers: { Origin: app.url } })).status).toBe(303)
    const own = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' }
    expect((await call('POST', '/guest', { to: secure, headers: own })).status).toBe(303)
    const foreign = { Origin: secure.url }
    expect((await call('POST', '/guest', { to: secure, headers: foreign })).status).toBe(403)
  })

  test('our own host on https is accepted, also behind a proxy that is not configured', async () => {
    const headers = { Origin: app.url.replace('http:', 'https:') }
    expect((await call('POST', '/guest', { headers })).status).toBe(303)
  })
})
