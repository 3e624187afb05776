import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken } from '#core/users/session-token.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { asBearer, asCookie, PASSWORD, sessionCalls } from '#tests/support/session-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app?.stop()
})

const { call, register, guestToken, statusOf, makeToken, listTokens } = sessionCalls(() => app.url)

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

/** Changes the row of a session, as time would. */
async function age(token: string, change: string) {
  await sql(`update session set ${change} where token_hash = $1`, [hashToken(token)])
}

describe('an API token', () => {
  test('is accepted as bearer and as the value of the session cookie', async () => {
    const { token, user } = await register()
    const made = await makeToken(token)
    for (const headers of [asBearer(made.token), asCookie(made.token)]) {
      const response = await call('GET', '/api/session', { headers })
      expect(await response.json()).toEqual({ user, expiresAt: null })
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  test('is shown once, and listed with its name, last use and expiry, newest first', async () => {
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

  test('is refused once it is revoked', async () => {
    const { token } = await register()
    const made = await makeToken(token)
    const path = `/api/tokens?id=${made.id}`
    expect((await call('DELETE', path, { headers: asCookie(token) })).status).toBe(204)
    expect(await statusOf(asBearer(made.token))).toBe(401)
    expect((await call('DELETE', path, { headers: asCookie(token) })).status).toBe(404)
  })

  test('is refused once it has expired; use does not prolong it', async () => {
    const { token } = await register()
    const made = await makeToken(token, { name: 'ci', expiresInDays: 1 })
    await age(made.token, "last_used_at = now() - interval '2 hours'")
    const response = await call('GET', '/api/session', { headers: asBearer(made.token) })
    expect((await response.json()).expiresAt).toBe(made.expiresAt)
    await age(made.token, 'expires_at = now()')
    expect(await statusOf(asBearer(made.token))).toBe(401)
    expect(await listTokens(token)).toEqual([])
  })

  test('cannot manage tokens or the account', async () => {
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

  test('opens no settings page, as bearer or as the value of the cookie', async () => {
    const { token } = await register()
    const made = await makeToken(token, { name: 'secret name' })
    for (const headers of [asBearer(made.token), asCookie(made.token)]) {
      for (const path of ['/settings', '/settings.data']) {
        const response = await call('GET', path, { headers })
        const text = await response.text()
        expect(response.status).toBe(403)
        expect(text).toContain('An API token cannot')
        expect(text).not.toContain('secret name')
      }
      expect((await call('GET', '/api/tokens', { headers })).status).toBe(403)
    }
  })

  test('of a guest cannot turn the guest into an account', async () => {
    const guest = await guestToken()
    const made = await makeToken(guest)
    const json = { email: `${randomUUID()}@example.com`, password: PASSWORD }
    const response = await call('POST', '/api/users', { json, headers: asBearer(made.token) })
    expect(response.status).toBe(201)
    const me = await (await call('GET', '/api/session', { headers: asCookie(guest) })).json()
    expect(me.user.kind).toBe('guest')
  })

  test('cannot be listed or revoked by another user', async () => {
    const [owner, stranger] = await Promise.all([register(), register()])
    const made = await makeToken(owner.token)
    const headers = asCookie(stranger.token)
    expect(await listTokens(stranger.token)).toEqual([])
    expect((await call('DELETE', `/api/tokens?id=${made.id}`, { headers })).status).toBe(404)
    expect(await statusOf(asBearer(made.token))).toBe(200)
  })

  test('is no browser session: those cannot be revoked by their id', async () => {
    const { token } = await register()
    const [row] = await sql('select id from session where token_hash = $1', [hashToken(token)])
    const headers = asCookie(token)
    expect((await call('DELETE', `/api/tokens?id=${row?.id}`, { headers })).status).toBe(404)
  })

  test('is refused beyond 50 tokens, however many requests race', async () => {
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

  test.each([
    [{}],
    [{ name: '  ' }],
    [{ name: 'a'.repeat(81) }],
    [{ name: 'a\0b' }],
    [{ name: 'ci', expiresInDays: 0 }],
    [{ name: 'ci', expiresInDays: 1.5 }],
    [{ name: 'ci', expiresInDays: 1e9 }],
    [{ name: 'ci', expiresInDays: '7' }],
  ])('is not made from the body %j', async (json) => {
    const headers = asCookie((await register()).token)
    expect((await call('POST', '/api/tokens', { json, headers })).status).toBe(400)
    expect((await call('DELETE', '/api/tokens?id=x', { headers })).status).toBe(400)
  })

  test('needs a session to be made', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await call(method, '/api/tokens')).status).toBe(401)
    }
  })
})

describe('the settings page', () => {
  test('it makes a token, shows it once and revokes it, without JavaScript', async () => {
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

  test('it makes a token that never expires', async () => {
    const { token } = await register()
    const form = { intent: 'create-token', name: 'ci', expiresInDays: '' }
    await call('POST', '/settings', { form, headers: asCookie(token) })
    expect(await listTokens(token)).toMatchObject([{ name: 'ci', expiresAt: null }])
  })

  test.each([
    [{ intent: 'create-token', name: '' }, 400],
    [{ intent: 'create-token', name: 'ci', expiresInDays: 'soon' }, 400],
    [{ intent: 'revoke-token', id: 'x' }, 400],
    [{ intent: 'revoke-token', id: randomUUID() }, 404],
    [{ intent: 'constructor' }, 400],
    [{}, 400],
  ])('it answers the form %j with its page and status %i', async (form, status) => {
    const headers = asCookie((await register()).token)
    const response = await call('POST', '/settings', { form: { ...form }, headers })
    expect(response.status).toBe(status)
    expect(await response.text()).toContain('API tokens')
  })

  test('it tells a guest how to keep the chats', async () => {
    const headers = asCookie(await guestToken())
    expect(await (await call('GET', '/settings', { headers })).text()).toContain('href="/register"')
  })

  test('it redirects a signed-out visitor to sign in, also on a form', async () => {
    const form = { intent: 'create-token', name: 'ci' }
    const response = await call('POST', '/settings', { form })
    expect(response.headers.get('Location')).toBe('/login?redirectTo=%2Fsettings')
  })
})
