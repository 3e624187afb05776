import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, cookieOf, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const { postJson, whoAmI, register } = accountCalls(() => app.url)

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

describe('POST /api/users', () => {
  test('registering is answered 201 with the user, the expiry and the cookie', async () => {
    const email = newEmail()
    const response = await postJson('/api/users', { email, password: PASSWORD })
    expect(response.status).toBe(201)
    const body = await response.json()
    expect(body).toEqual({
      user: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, kind: 'registered' },
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(30, 1)
    expect(await whoAmI(cookieOf(response))).toEqual(body.user)
  })

  test('the email is stored trimmed and in lower case, the password only as an argon2id hash', async () => {
    const email = newEmail()
    const { user } = await register(`  ${email.toUpperCase()} `)
    expect(user.email).toBe(email)
    const [row] = await sql('select password_hash from user_account where email = $1', [email])
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  test('an email that is taken is refused with 409, in upper case too', async () => {
    const { email } = await register()
    const again = { email: email.toUpperCase(), password: PASSWORD }
    const response = await postJson('/api/users', again)
    expect(response.status).toBe(409)
    expect((await response.json()).errors).toEqual([
      { path: 'email', message: expect.stringContaining('exists') },
    ])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('of two who race for an email, one gets it', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const responses = await Promise.all([1, 2].map(() => postJson('/api/users', body)))
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409])
  })

  test.each([
    ['no email', { password: PASSWORD }, 'email'],
    ['an email that is none', { email: 'ada', password: PASSWORD }, 'email'],
    ['an email with a NUL', { email: 'a\0da@example.com', password: PASSWORD }, 'email'],
    ['an email of 255', { email: `${'a'.repeat(243)}@example.com`, password: PASSWORD }, 'email'],
    ['an email that is a number', { email: 7, password: PASSWORD }, 'email'],
    ['no password', { email: 'ada@example.com' }, 'password'],
    ['a password of 7', { email: 'ada@example.com', password: '1234567' }, 'password'],
    ['7 emoji', { email: 'ada@example.com', password: '🌊'.repeat(7) }, 'password'],
    ['a password of 257', { email: 'ada@example.com', password: 'a'.repeat(257) }, 'password'],
  ])('%s is refused with 400', async (_what, body, path) => {
    const response = await postJson('/api/users', body)
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual([{ path, message: expect.any(String) }])
  })

  test.each([8, 256])('a password of %i characters is accepted', async (length) => {
    const body = { email: newEmail(), password: '🌊'.repeat(length) }
    expect((await postJson('/api/users', body)).status).toBe(201)
    expect((await postJson('/api/session', body)).status).toBe(200)
  })

  test.each(['not json', '[]', 'null', '""'])('the body %s is refused with 400', async (body) => {
    const response = await fetch(`${app.url}/api/users`, { method: 'POST', body })
    expect(response.status).toBe(400)
  })
})

describe('POST /api/session', () => {
  test('signing in is answered like registering, with a new token each time', async () => {
    const { email, user, cookie } = await register()
    const response = await postJson('/api/session', { email: ` ${email}`, password: PASSWORD })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ user, expiresAt: expect.any(String) })
    expect(cookieOf(response)).not.toBe(cookie)
    expect(await whoAmI(cookie)).toEqual(user)
  })

  test('a wrong password, an unknown email and an invalid email get the same answer', async () => {
    const { email } = await register()
    const answers = []
    for (const wrong of [email, newEmail(), 'no email', "' or 1=1 --", 'a\0b@example.com']) {
      const response = await postJson('/api/session', { email: wrong, password: 'wrong horse' })
      const { requestId: _, ...body } = await response.json()
      answers.push({ status: response.status, body, cookies: response.headers.getSetCookie() })
    }
    expect(answers[0]).toMatchObject({ status: 401, cookies: [] })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('an unknown email takes as long as a wrong password', async () => {
    const { email } = await register()
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    for (let i = 0; i < 9; i++) {
      for (const [kind, address] of [['known', email] as const, ['unknown', newEmail()] as const]) {
        const start = performance.now()
        await postJson('/api/session', { email: address, password: 'wrong horse' })
        times[kind].push(performance.now() - start)
      }
    }
    const median = (list: number[]) => list.sort((a, b) => a - b)[4] ?? 0
    // The hash takes tens of milliseconds, the rest of the request a few.
    expect(median(times.known) / median(times.unknown)).toBeLessThan(3)
    expect(median(times.unknown) / median(times.known)).toBeLessThan(3)
  })

  test.each([
    [{}],
    [{ email: 'ada@example.com' }],
    [{ email: 'ada@example.com', password: '' }],
    [{ email: 'ada@example.com', password: 12345678 }],
    [{ email: '', password: PASSWORD }],
  ])('the body %j is refused with 400', async (body) => {
    expect((await postJson('/api/session', body)).status).toBe(400)
  })
})
