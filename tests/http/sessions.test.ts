import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteExpiredSessions } from '#core/users/delete-sessions.ts'
import { hashToken } from '#core/users/session-token.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

type HeaderFields = Record<string, string>

const BASE_URL = 'https://chat.example.com'
const PASSWORD = 'correct horse'

let app: TestApp
/** Another web process of the same service, which believes to be on https. */
let secure: { url: string }
let orm: Orm
beforeAll(async () => {
  app = await startApp()
  secure = await app.startWeb({ BASE_URL })
  orm = await createOrm(app.databaseUrl, 2)
})
afterAll(async () => {
  await orm.close()
  await app.stop()
})

type Call = {
  to?: { url: string }
  json?: unknown
  form?: Record<string, string>
  headers?: HeaderFields
}

function call(method: string, path: string, { to = app, json, form, headers = {} }: Call = {}) {
  return fetch(to.url + path, {
    method,
    redirect: 'manual',
    headers: json === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
    body: form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json),
  })
}

function tokenOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.match(/=([\w-]*)/)?.[1] ?? ''
}

const asCookie = (token: string) => ({ Cookie: `session-token=${token}` })
const asBearer = (token: string) => ({ Authorization: `Bearer ${token}` })

async function register(to: { url: string } = app) {
  const account = { email: `${randomUUID()}@example.com`, password: PASSWORD }
  const response = await call('POST', '/api/users', { to, json: account })
  return { ...account, token: tokenOf(response), ...(await response.json()) }
}

async function guestToken(): Promise<string> {
  return tokenOf(await call('POST', '/guest'))
}

async function statusOf(headers: HeaderFields, to: { url: string } = app): Promise<number> {
  return (await call('GET', '/api/session', { to, headers })).status
}

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

async function age(token: string, change: string) {
  await sql(`update session set ${change} where token_hash = $1`, [hashToken(token)])
}

describe('the cookie', () => {
  it('over http is session-token, out of reach of scripts and foreign sites, for 30 days', async () => {
    const response = await call('POST', '/guest')
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
      ),
    ])
  })

  it('over https has the secure prefix and goes over https only', async () => {
    const response = await call('POST', '/guest', { to: secure })
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    const Cookie = `__Secure-session-token=${tokenOf(response)}`
    expect(await statusOf({ Cookie }, secure)).toBe(200)
  })

  it('is not what the database keeps', async () => {
    const token = await guestToken()
    const rows = await sql('select * from session')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows).toContainEqual(expect.objectContaining({ token_hash: hashToken(token) }))
  })

  it.each([
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

describe('expiry', () => {
  it('ends a session: 401 for programs, the sign-in page for people', async () => {
    const token = await guestToken()
    await age(token, "expires_at = now() - interval '1 second'")
    expect(await statusOf(asCookie(token))).toBe(401)
    const page = await call('GET', '/settings', { headers: asCookie(token) })
    expect(page.status).toBe(303)
    expect(page.headers.get('Location')).toBe('/login?redirectTo=%2Fsettings')
  })

  it('slides on with use, and the cookie is sent again', async () => {
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

  it('slides on with pages too', async () => {
    const token = await guestToken()
    await age(token, "last_used_at = now() - interval '2 hours'")
    const page = await call('GET', '/settings', { headers: asCookie(token) })
    expect(page.headers.getSetCookie()).toEqual([expect.stringContaining(token)])
  })

  it('is written at most once an hour', async () => {
    const token = await guestToken()
    await age(token, "last_used_at = now() - interval '59 minutes'")
    const response = await call('GET', '/api/session', { headers: asCookie(token) })
    expect(response.headers.getSetCookie()).toEqual([])
  })
})

describe('signing out', () => {
  it.each([
    ['DELETE', '/api/session', 204],
    ['POST', '/logout', 303],
  ])('by %s %s kills the token and clears the cookie', async (method, path, status) => {
    const { token } = await register()
    const response = await call(method, path, { headers: asCookie(token) })
    expect(response.status).toBe(status)
    expect(response.headers.getSetCookie()).toEqual([
      'session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
    expect(await statusOf(asCookie(token))).toBe(401)
    expect(await statusOf(asBearer(token))).toBe(401)
  })

  it('over https clears the cookie of an earlier http address too', async () => {
    const { token } = await register(secure)
    const headers = { Cookie: `__Secure-session-token=${token}` }
    const response = await call('POST', '/logout', { to: secure, headers })
    expect(response.headers.getSetCookie()).toEqual([
      '__Secure-session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
      'session-token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
    ])
  })

  it('leaves the other sessions alone', async () => {
    const { email, token } = await register()
    const json = { email, password: PASSWORD }
    const other = tokenOf(await call('POST', '/api/session', { json }))
    await call('DELETE', '/api/session', { headers: asCookie(token) })
    expect(await statusOf(asCookie(other))).toBe(200)
  })

  it('does not happen by following a link', async () => {
    const { token } = await register()
    const page = await call('GET', '/logout', { headers: asCookie(token) })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Sign out?')
    expect(await statusOf(asCookie(token))).toBe(200)
  })

  it('is not an error for who is not signed in; DELETE then is 401', async () => {
    expect((await call('POST', '/logout')).status).toBe(303)
    expect((await call('DELETE', '/api/session')).status).toBe(401)
  })

  it('removes a guest who has nothing', async () => {
    const token = await guestToken()
    const me = await (await call('GET', '/api/session', { headers: asCookie(token) })).json()
    await call('POST', '/logout', { headers: asCookie(token) })
    expect(await sql('select id from user_account where id = $1', [me.user.id])).toEqual([])
  })

  it('everywhere else ends the other sessions and keeps this one and the API tokens', async () => {
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

describe('writes from other sites', () => {
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

  it.each(cases)('%s %s with %j gets 403 and does nothing', async (method, path, foreign) => {
    const { email, token } = await register()
    const json = { email, password: PASSWORD, name: 'foreign' }
    const body = path.startsWith('/api/') ? { json } : { form: { email, password: PASSWORD } }
    const headers = { ...asCookie(token), ...foreign }
    const response = await call(method, path, { ...body, headers })
    expect(response.status).toBe(403)
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await statusOf(asCookie(token))).toBe(200)
  })

  it.each(['/login', '/register', '/guest', '/api/session', '/api/users'])(
    'cannot sign a visitor in at %s who has no cookie',
    async (path) => {
      const body = path.startsWith('/api/') ? { json: {} } : { form: {} }
      const headers = { Origin: 'https://elsewhere.example' }
      expect((await call('POST', path, { ...body, headers })).status).toBe(403)
    },
  )

  it('are told from our own, also behind a proxy that names another host', async () => {
    expect((await call('POST', '/guest', { headers: { Origin: app.url } })).status).toBe(303)
    const own = { Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' }
    expect((await call('POST', '/guest', { to: secure, headers: own })).status).toBe(303)
    const foreign = { Origin: secure.url }
    expect((await call('POST', '/guest', { to: secure, headers: foreign })).status).toBe(403)
  })

  it('take our own host on https for ours behind a proxy that was not announced', async () => {
    const headers = { Origin: app.url.replace('http:', 'https:') }
    expect((await call('POST', '/guest', { headers })).status).toBe(303)
  })
})

type MadeToken = { id: string; token: string; name: string; expiresAt: string | null }

async function makeToken(session: string, json: object = { name: 'ci' }): Promise<MadeToken> {
  const response = await call('POST', '/api/tokens', { json, headers: asCookie(session) })
  expect(response.status).toBe(201)
  return response.json()
}

async function listTokens(session: string): Promise<Record<string, unknown>[]> {
  return (await call('GET', '/api/tokens', { headers: asCookie(session) })).json()
}

describe('API tokens', () => {
  it('open the interface as bearer and as the value of the cookie', async () => {
    const { token, user } = await register()
    const made = await makeToken(token)
    for (const headers of [asBearer(made.token), asCookie(made.token)]) {
      const response = await call('GET', '/api/session', { headers })
      expect(await response.json()).toEqual({ user, expiresAt: null })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it('are shown once, and listed with their name, last use and expiry, newest first', async () => {
    const { token } = await register()
    const first = await makeToken(token, { name: ' backup ', expiresInDays: 7 })
    const second = await makeToken(token, { name: 'ci' })
    await statusOf(asBearer(second.token))
    const list = await listTokens(token)
    expect(list).toEqual([
      {
        id: second.id,
        name: 'ci',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
        expiresAt: null,
      },
      {
        id: first.id,
        name: 'backup',
        createdAt: expect.any(String),
        lastUsedAt: null,
        expiresAt: expect.any(String),
      },
    ])
    expect((Date.parse(first.expiresAt ?? '') - Date.now()) / 86_400_000).toBeCloseTo(7, 1)
  })

  it('end when they are revoked', async () => {
    const { token } = await register()
    const made = await makeToken(token)
    const path = `/api/tokens?id=${made.id}`
    expect((await call('DELETE', path, { headers: asCookie(token) })).status).toBe(204)
    expect(await statusOf(asBearer(made.token))).toBe(401)
    expect((await call('DELETE', path, { headers: asCookie(token) })).status).toBe(404)
  })

  it('end when they expire, and do not slide on', async () => {
    const { token } = await register()
    const made = await makeToken(token, { name: 'ci', expiresInDays: 1 })
    await age(made.token, "last_used_at = now() - interval '2 hours'")
    const response = await call('GET', '/api/session', { headers: asBearer(made.token) })
    expect((await response.json()).expiresAt).toBe(made.expiresAt)
    await age(made.token, 'expires_at = now()')
    expect(await statusOf(asBearer(made.token))).toBe(401)
    expect(await listTokens(token)).toEqual([])
  })

  it('cannot manage tokens or the account', async () => {
    const { token, email } = await register()
    const made = await makeToken(token)
    const headers = asBearer(made.token)
    expect((await call('GET', '/api/tokens', { headers })).status).toBe(403)
    const json = { name: 'more' }
    expect((await call('POST', '/api/tokens', { headers, json })).status).toBe(403)
    const path = `/api/tokens?id=${made.id}`
    expect((await call('DELETE', path, { headers })).status).toBe(403)
    for (const intent of ['create-token', 'revoke-token', 'sign-out-others']) {
      const form = { intent, name: 'more', id: made.id }
      expect((await call('POST', '/settings', { headers, form })).status).toBe(403)
    }
    expect(await listTokens(token)).toHaveLength(1)
    expect(email).toBeTruthy()
  })

  it('of a guest cannot make the guest an account', async () => {
    const guest = await guestToken()
    const made = await makeToken(guest)
    const json = { email: `${randomUUID()}@example.com`, password: PASSWORD }
    const response = await call('POST', '/api/users', { json, headers: asBearer(made.token) })
    expect(response.status).toBe(201)
    const me = await (await call('GET', '/api/session', { headers: asCookie(guest) })).json()
    expect(me.user.kind).toBe('guest')
  })

  it('are out of reach of others', async () => {
    const [owner, stranger] = await Promise.all([register(), register()])
    const made = await makeToken(owner.token)
    const headers = asCookie(stranger.token)
    expect(await listTokens(stranger.token)).toEqual([])
    expect((await call('DELETE', `/api/tokens?id=${made.id}`, { headers })).status).toBe(404)
    expect(await statusOf(asBearer(made.token))).toBe(200)
  })

  it('do not cover browser sessions: those cannot be revoked by id', async () => {
    const { token } = await register()
    const [row] = await sql('select id from session where token_hash = $1', [hashToken(token)])
    const headers = asCookie(token)
    expect((await call('DELETE', `/api/tokens?id=${row?.id}`, { headers })).status).toBe(404)
  })

  it('are at most 50, however many requests race', async () => {
    const { token } = await register()
    const headers = asCookie(token)
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        call('POST', '/api/tokens', { json: { name: `n${n}` }, headers }),
      ),
    )
    const made = responses.filter((response) => response.status === 201)
    expect(made).toHaveLength(50)
    expect(responses.filter((response) => response.status === 409)).toHaveLength(10)
  })

  it.each([
    [{}],
    [{ name: '  ' }],
    [{ name: 'a'.repeat(81) }],
    [{ name: 'a\0b' }],
    [{ name: 'ci', expiresInDays: 0 }],
    [{ name: 'ci', expiresInDays: 1.5 }],
    [{ name: 'ci', expiresInDays: 1e9 }],
    [{ name: 'ci', expiresInDays: '7' }],
  ])('are not made from %j', async (json) => {
    const headers = asCookie((await register()).token)
    expect((await call('POST', '/api/tokens', { json, headers })).status).toBe(400)
    expect((await call('DELETE', '/api/tokens?id=x', { headers })).status).toBe(400)
  })

  it('need a session', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await call(method, '/api/tokens')).status).toBe(401)
    }
  })
})

describe('the settings page', () => {
  it('makes a token, shows it once, and revokes it, without JavaScript', async () => {
    const { token, email } = await register()
    const headers = asCookie(token)
    const form = { intent: 'create-token', name: 'notes <b>', expiresInDays: '30' }
    const made = await call('POST', '/settings', { form, headers })
    expect(made.status).toBe(200)
    expect(made.headers.get('Cache-Control')).toContain('no-store')
    const apiToken = (await made.text()).match(/<code[^>]*>([\w-]{43})<\/code>/)?.[1] ?? ''
    expect(await statusOf(asBearer(apiToken))).toBe(200)

    const page = await (await call('GET', '/settings', { headers })).text()
    expect(page).toContain(email)
    expect(page).toContain('notes &lt;b&gt;')
    expect(page).not.toContain(apiToken)

    const id = page.match(/name="id" value="([\w-]+)"/)?.[1] ?? ''
    const revoked = await call('POST', '/settings', {
      form: { intent: 'revoke-token', id },
      headers,
    })
    expect(await revoked.text()).toContain('You have no API tokens.')
    expect(await statusOf(asBearer(apiToken))).toBe(401)
  })

  it('makes a token that never expires', async () => {
    const { token } = await register()
    const form = { intent: 'create-token', name: 'ci', expiresInDays: '' }
    await call('POST', '/settings', { form, headers: asCookie(token) })
    expect(await listTokens(token)).toMatchObject([{ name: 'ci', expiresAt: null }])
  })

  it.each([
    [{ intent: 'create-token', name: '' }, 400],
    [{ intent: 'create-token', name: 'ci', expiresInDays: 'soon' }, 400],
    [{ intent: 'revoke-token', id: 'x' }, 400],
    [{ intent: 'revoke-token', id: randomUUID() }, 404],
    [{ intent: 'constructor' }, 400],
    [{}, 400],
  ])('answers the form %j with the page and %i', async (form, status) => {
    const headers = asCookie((await register()).token)
    const response = await call('POST', '/settings', { form: { ...form }, headers })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain('API tokens')
  })

  it('tells a guest how to keep the chats', async () => {
    const headers = asCookie(await guestToken())
    expect(await (await call('GET', '/settings', { headers })).text()).toContain('href="/register"')
  })

  it('sends who is signed out to sign in, also on a form', async () => {
    const form = { intent: 'create-token', name: 'ci' }
    const response = await call('POST', '/settings', { form })
    expect(response.headers.get('Location')).toBe('/login?redirectTo=%2Fsettings')
  })
})

describe('the clean-up', () => {
  it('removes expired sessions and the guests who had nothing else', async () => {
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

  it('takes no more at a time than it is told', async () => {
    const tokens = await Promise.all([guestToken(), guestToken(), guestToken()])
    for (const token of tokens) await age(token, 'expires_at = now()')
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(2)
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(1)
    expect(await deleteExpiredSessions(orm.em.fork(), 2)).toBe(0)
  })
})
