import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredSessions } from '#core/users/delete-sessions.ts'
import { hashToken } from '#core/users/session-token.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import {
  asBearer,
  asCookie,
  PASSWORD,
  sessionCalls,
  tokenOf,
} from '#tests/support/session-calls.ts'

const BASE_URL = 'https://chat.example.com'

let app: TestApp
/** Another web process of the same service, which is told that it is on https. */
let secure: { url: string }
let orm: Orm
beforeAll(async () => {
  app = await startApp()
  secure = await app.startWeb({ BASE_URL })
  orm = await createOrm(app.databaseUrl, 2)
})
afterAll(async () => {
  await orm?.close()
  await app?.stop()
})

const { call, register, guestToken, statusOf, makeToken } = sessionCalls(() => app.url)

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

/** Changes the row of a session, as time would. */
async function age(token: string, change: string) {
  await sql(`update session set ${change} where token_hash = $1`, [hashToken(token)])
}

describe('the session cookie', () => {
  test('over http it is named session-token, HttpOnly, SameSite=Lax, and lasts 30 days', async () => {
    const response = await call('POST', '/guest')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  test('over https its name has the secure prefix and it is sent over https only', async () => {
    const response = await call('POST', '/guest', { to: secure })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const Cookie = `__Secure-session-token=${tokenOf(response)}`
    expect(await statusOf({ Cookie }, secure)).toBe(200)
  })

  test('the database stores only a hash of the token', async () => {
    const token = await guestToken()
    const rows = await sql('select * from session')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows).toContainEqual(expect.objectContaining({ token_hash: hashToken(token) }))
  })

  test.each([
    '',
    'session-token=',
    `session-token=${'a'.repeat(43)}`,
    'session-token=%00',
    "session-token=' or 1=1 --",
    `session-token=${'a'.repeat(8_000)}`,
    'other=1; session-token',
  ])('%j is no session', async (Cookie) => {
    expect(await statusOf({ Cookie })).toBe(401)
  })
})

describe('the expiry of a session', () => {
  test('an expired session gives 401 on the interface and the sign-in page in a browser', async () => {
    const token = await guestToken()
    await age(token, "expires_at = now() - interval '1 second'")
    expect(await statusOf(asCookie(token))).toBe(401)
    const page = await call('GET', '/settings', { headers: asCookie(token) })
    expect(page.status).toBe(303)
    expect(page.headers.get('Location')).toBe('/login?redirectTo=%2Fsettings')
  })

  test('the expiry moves on with use, and the cookie is sent again', async () => {
    const token = await guestToken()
    await age(
      token,
      "last_used_at = now() - interval '61 minutes', expires_at = now() + interval '1 day'",
    )
    const response = await call('GET', '/api/session', { headers: asCookie(token) })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringContaining(`session-token=${token}; Path=/; Max-Age=2592000`),
    ])
    const { expiresAt } = await response.json()
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(30, 1)
  })

  test('the expiry moves on with page views too', async () => {
    const token = await guestToken()
    await age(token, "last_used_at = now() - interval '2 hours'")
    const page = await call('GET', '/settings', { headers: asCookie(token) })
    expect(page.headers.getSetCookie()).toEqual([expect.stringContaining(token)])
  })

  test('the expiry is written at most once an hour', async () => {
    const token = await guestToken()
    await age(token, "last_used_at = now() - interval '59 minutes'")
    const response = await call('GET', '/api/session', { headers: asCookie(token) })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('signing out', () => {
  test.each([
    ['DELETE', '/api/session', 204],
    ['POST', '/logout', 303],
  ])('%s %s ends the session and clears the cookie', async (method, path, status) => {
    const { token } = await register()
    const response = await call(method, path, { headers: asCookie(token) })
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie()).toEqual([
      'session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    expect(await statusOf(asCookie(token))).toBe(401)
    expect(await statusOf(asBearer(token))).toBe(401)
  })

  test('over https the cookie of an earlier http address is cleared too', async () => {
    const { token } = await register(secure)
    const headers = { Cookie: `__Secure-session-token=${token}` }
    const response = await call('POST', '/logout', { to: secure, headers })
    expect(response.headers.getSetCookie()).toEqual([
      '__Secure-session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      'session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
  })

  test('the other sessions of the user stay', async () => {
    const { email, token } = await register()
    const json = { email, password: PASSWORD }
    const other = tokenOf(await call('POST', '/api/session', { json }))
    await call('DELETE', '/api/session', { headers: asCookie(token) })
    expect(await statusOf(asCookie(other))).toBe(200)
  })

  test('following a link to /logout only asks', async () => {
    const { token } = await register()
    const page = await call('GET', '/logout', { headers: asCookie(token) })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Sign out?')
    expect(await statusOf(asCookie(token))).toBe(200)
  })

  test('without a session POST /logout redirects and DELETE /api/session is answered 401', async () => {
    expect((await call('POST', '/logout')).status).toBe(303)
    expect((await call('DELETE', '/api/session')).status).toBe(401)
  })

  test('a guest who has nothing is deleted', async () => {
    const token = await guestToken()
    const me = await (await call('GET', '/api/session', { headers: asCookie(token) })).json()
    await call('POST', '/logout', { headers: asCookie(token) })
    expect(await sql('select id from user_account where id = $1', [me.user.id])).toEqual([])
  })

  test('signing out everywhere else keeps this session and the API tokens', async () => {
    const { email, token } = await register()
    const json = { email, password: PASSWORD }
    const other = tokenOf(await call('POST', '/api/session', { json }))
    const apiToken = await makeToken(token)
    const form = { intent: 'sign-out-others' }
    const page = await call('POST', '/settings', { form, headers: asCookie(token) })
    expect(await page.text()).toContain('Signed out in 1 other place.')
    expect(await statusOf(asCookie(other))).toBe(401)
    expect(await statusOf(asCookie(token))).toBe(200)
    expect(await statusOf(asBearer(apiToken.token))).toBe(200)
  })
})

describe('the clean-up of sessions', () => {
  test('expired sessions are deleted, with the guests who had nothing else', async () => {
    const [empty, busy, live] = await Promise.all([guestToken(), guestToken(), guestToken()])
    const account = await register()
    const idOf = async (token: string) =>
      (await (await call('GET', '/api/session', { headers: asCookie(token) })).json()).user.id
    const ids = await Promise.all([empty, busy, live, account.token].map(idOf))
    await sql(`insert into chat (id, user_id, title) values ($1, $2, 'Sea')`, [
      randomUUID(),
      ids[1],
    ])
    for (const token of [empty, busy, account.token]) {
      await age(token, "expires_at = now() - interval '1 minute'")
    }
    expect(await deleteExpiredSessions(orm.em.fork())).toBeGreaterThanOrEqual(3)
    const left = await sql<{ id: string }>(
      'select id from user_account where id in ($1, $2, $3, $4)',
      ids,
    )
    expect(left.map((row) => row.id).sort()).toEqual(ids.slice(1).sort())
    expect(await statusOf(asCookie(live))).toBe(200)
  })

  test('no more are deleted at a time than asked for', async () => {
    const tokens = await Promise.all([guestToken(), guestToken(), guestToken()])
    for (const token of tokens) await age(token, 'expires_at = now()')
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(2)
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(1)
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(0)
  })
})
