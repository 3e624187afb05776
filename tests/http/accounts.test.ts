import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

type Headers_ = Record<string, string>

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const PASSWORD = 'correct horse'
const newEmail = () => `${randomUUID()}@example.com`

function postForm(path: string, form: Record<string, string>, headers: Headers_ = {}) {
  const body = new URLSearchParams(form)
  return fetch(app.url + path, { method: 'POST', redirect: 'manual', headers, body })
}

function postJson(path: string, body: unknown, headers: Headers_ = {}) {
  return fetch(app.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

/** The `Cookie` header that a browser would send after this response. */
function cookieOf(response: Response): string {
  const [set = ''] = response.headers.getSetCookie()
  return set.split(';')[0] ?? ''
}

async function whoAmI(cookie: string) {
  const response = await fetch(`${app.url}/api/session`, { headers: { Cookie: cookie } })
  return response.ok ? (await response.json()).user : null
}

async function register(email = newEmail(), headers: Headers_ = {}) {
  const response = await postJson('/api/users', { email, password: PASSWORD }, headers)
  expect(response.status).toBe(201)
  return { email, cookie: cookieOf(response), ...(await response.json()) }
}

async function signInAsGuest(): Promise<string> {
  return cookieOf(await postForm('/guest', {}))
}

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

/** Gives a user one of everything that can belong to one. */
async function giveWork(userId: string) {
  const [chatId, messageId, documentId] = [randomUUID(), randomUUID(), randomUUID()]
  const at = new Date().toISOString()
  await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'Sea'])
  await sql(
    `insert into message (id, chat_id, position, role, parts) values ($1, $2, 0, 'assistant', '[]')`,
    [messageId, chatId],
  )
  await sql('insert into vote values ($1, $2, true)', [chatId, messageId])
  await sql(
    `insert into document (id, created_at, title, content, kind, user_id)
     values ($1, $2, 'Tide', 'low', 'text', $3)`,
    [documentId, at, userId],
  )
  await sql(
    `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
       user_id, request_id, position) values ($1, $2, $3, 'low', 'high', $4, $5, 0)`,
    [randomUUID(), documentId, at, userId, randomUUID()],
  )
  await sql(
    `insert into upload (id, user_id, staged_key, filename) values ($1, $2, 'key', 'sea.png')`,
    [randomUUID(), userId],
  )
}

async function worksOf(userId: string): Promise<Record<string, number>> {
  const [row] = await sql<Record<string, string>>(
    `select (select count(*) from chat where user_id = $1) as chats,
            (select count(*) from vote v join chat c on c.id = v.chat_id where c.user_id = $1) as votes,
            (select count(*) from document where user_id = $1) as documents,
            (select count(*) from suggestion where user_id = $1) as suggestions,
            (select count(*) from upload where user_id = $1) as uploads`,
    [userId],
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, n]) => [name, Number(n)]))
}

const ONE_OF_EACH = { chats: 1, votes: 1, documents: 1, suggestions: 1, uploads: 1 }

describe('registering as a program', () => {
  it('answers 201 with the user, the expiry and the cookie', async () => {
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

  it('keeps the email trimmed and in lower case, and the password only as an argon2id hash', async () => {
    const email = newEmail()
    const { user } = await register(`  ${email.toUpperCase()} `)
    expect(user.email).toBe(email)
    const [row] = await sql('select password_hash from user_account where email = $1', [email])
    expect(row?.password_hash).toMatch(/^\$argon2id\$/)
  })

  it('answers 409 when the email is taken, in whatever case', async () => {
    const { email } = await register()
    const again = { email: email.toUpperCase(), password: PASSWORD }
    const response = await postJson('/api/users', again)
    expect(response.status).toBe(409)
    expect((await response.json()).errors).toEqual([
      { path: 'email', message: expect.stringContaining('exists') },
    ])
    expect(response.headers.getSetCookie()).toEqual([])
  })

  it('lets one of two win who race for an email', async () => {
    const body = { email: newEmail(), password: PASSWORD }
    const responses = await Promise.all([1, 2].map(() => postJson('/api/users', body)))
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409])
  })

  it.each([
    ['no email', { password: PASSWORD }, 'email'],
    ['an email that is none', { email: 'ada', password: PASSWORD }, 'email'],
    ['an email with a NUL', { email: 'a\0da@example.com', password: PASSWORD }, 'email'],
    ['an email of 255', { email: `${'a'.repeat(243)}@example.com`, password: PASSWORD }, 'email'],
    ['an email that is a number', { email: 7, password: PASSWORD }, 'email'],
    ['no password', { email: 'ada@example.com' }, 'password'],
    ['a password of 7', { email: 'ada@example.com', password: '1234567' }, 'password'],
    ['7 emoji', { email: 'ada@example.com', password: '🌊'.repeat(7) }, 'password'],
    ['a password of 257', { email: 'ada@example.com', password: 'a'.repeat(257) }, 'password'],
  ])('answers 400 to %s', async (_what, body, path) => {
    const response = await postJson('/api/users', body)
    expect(response.status).toBe(400)
    expect((await response.json()).errors).toEqual([{ path, message: expect.any(String) }])
  })

  it.each([8, 256])('takes a password of %i characters', async (length) => {
    const body = { email: newEmail(), password: '🌊'.repeat(length) }
    expect((await postJson('/api/users', body)).status).toBe(201)
    expect((await postJson('/api/session', body)).status).toBe(200)
  })

  it.each(['not json', '[]', 'null', '""'])('answers 400 to the body %s', async (body) => {
    const response = await fetch(`${app.url}/api/users`, { method: 'POST', body })
    expect(response.status).toBe(400)
  })
})

describe('signing in as a program', () => {
  it('answers 200 with the same shape as registering, and another token each time', async () => {
    const { email, user, cookie } = await register()
    const response = await postJson('/api/session', { email: ` ${email}`, password: PASSWORD })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ user, expiresAt: expect.any(String) })
    expect(cookieOf(response)).not.toBe(cookie)
    expect(await whoAmI(cookie)).toEqual(user)
  })

  it('says the same of a wrong password, an unknown email and what is no email', async () => {
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

  it('takes as long for an unknown email as for a wrong password', async () => {
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

  it.each([
    [{}],
    [{ email: 'ada@example.com' }],
    [{ email: 'ada@example.com', password: '' }],
    [{ email: 'ada@example.com', password: 12345678 }],
    [{ email: '', password: PASSWORD }],
  ])('answers 400 to %j', async (body) => {
    expect((await postJson('/api/session', body)).status).toBe(400)
  })
})

describe('the forms', () => {
  it('register, and send on with the cookie', async () => {
    const email = newEmail()
    const response = await postForm('/register', {
      email,
      password: PASSWORD,
      redirectTo: '/x?y=1',
    })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/x?y=1')
    expect(await whoAmI(cookieOf(response))).toMatchObject({ email, kind: 'registered' })
  })

  it('sign in, and send on with the cookie', async () => {
    const { email, user } = await register()
    const response = await postForm('/login', { email, password: PASSWORD })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/')
    expect(await whoAmI(cookieOf(response))).toEqual(user)
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('never lead to %s', async (redirectTo) => {
    const response = await postForm('/register', {
      email: newEmail(),
      password: PASSWORD,
      redirectTo,
    })
    expect(response.headers.get('Location')).toBe('/')
    const page = await fetch(`${app.url}/login?${new URLSearchParams({ redirectTo })}`)
    expect(await page.text()).toContain('name="redirectTo" value="/"')
    const guest = await postForm('/guest', { redirectTo })
    expect(guest.headers.get('Location')).toBe('/')
  })

  it('show a wrong password beside its field, keep the email and forget the password', async () => {
    const { email } = await register()
    const response = await postForm('/login', { email, password: 'wrong horse', redirectTo: '/x' })
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie()).toEqual([])
    const page = await response.text()
    const field = inputOf(page, 'password')
    expect(field).toMatchObject({ 'aria-invalid': 'true', autofocus: '' })
    expect(page).toContain(`<p id="${field['aria-describedby']}" class="text-sm text-danger">`)
    expect(inputOf(page, 'email')).toMatchObject({ value: email })
    expect(inputOf(page, 'email')).not.toHaveProperty('aria-invalid')
    expect(inputOf(page, 'redirectTo')).toMatchObject({ value: '/x' })
    expect(page).not.toContain('wrong horse')
  })

  it('answer 400 to what is missing, with the focus on the first fault', async () => {
    for (const path of ['/login', '/register']) {
      const response = await postForm(path, { email: '' })
      expect(response.status).toBe(400)
      const page = await response.text()
      expect(inputOf(page, 'email')).toMatchObject({ 'aria-invalid': 'true', autofocus: '' })
      expect(inputOf(page, 'password')).toMatchObject({ 'aria-invalid': 'true' })
      expect(inputOf(page, 'password')).not.toHaveProperty('autofocus')
    }
  })

  it('answer 409 when the email is taken', async () => {
    const { email } = await register()
    const response = await postForm('/register', { email, password: PASSWORD })
    expect(response.status).toBe(409)
    expect(inputOf(await response.text(), 'email')).toMatchObject({ 'aria-invalid': 'true' })
  })

  it('show what was typed as text, never as markup', async () => {
    const response = await postForm('/register', { email: '"><script>x</script>', password: 'a' })
    expect(await response.text()).not.toContain('<script>x')
  })

  it('answer 400 to a body that is no form, 413 to one that is too large', async () => {
    expect((await postJson('/login', {})).status).toBe(400)
    const large = await postForm('/login', { email: 'a'.repeat(100_000), password: PASSWORD })
    expect(large.status).toBe(413)
  })

  it('offer guests the way in, and lead who is signed in to the chat', async () => {
    expect(await (await fetch(`${app.url}/login`)).text()).toContain('Continue as guest')
    const { cookie } = await register()
    for (const path of ['/login', '/register']) {
      const headers = { Cookie: cookie }
      const response = await fetch(app.url + path, { headers, redirect: 'manual' })
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    }
  })
})

describe('guests', () => {
  it('come in with one click', async () => {
    const response = await postForm('/guest', { redirectTo: '/x' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/x'])
    expect(await whoAmI(cookieOf(response))).toMatchObject({ email: null, kind: 'guest' })
  })

  it('stay who they are when they click twice', async () => {
    const cookie = await signInAsGuest()
    const again = await postForm('/guest', {}, { Cookie: cookie })
    expect(again.status).toBe(303)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it.each(['form', 'program'])('register by %s and keep everything', async (way) => {
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await giveWork(guest.id)
    const account = { email: newEmail(), password: PASSWORD }
    const response =
      way === 'form'
        ? await postForm('/register', account, { Cookie: cookie })
        : await postJson('/api/users', account, { Cookie: cookie })
    const user = await whoAmI(cookieOf(response))
    expect(user).toEqual({ id: guest.id, email: account.email, kind: 'registered' })
    expect(await worksOf(guest.id)).toEqual(ONE_OF_EACH)
    expect(await whoAmI(cookie), 'the guest token must end').toBeNull()
  })

  it('cannot take an email that an account has, and lose nothing by trying', async () => {
    const { email } = await register()
    const cookie = await signInAsGuest()
    const response = await postForm('/register', { email, password: PASSWORD }, { Cookie: cookie })
    expect(response.status).toBe(409)
    expect(await whoAmI(cookie)).toMatchObject({ kind: 'guest' })
  })

  it.each(['form', 'program'])('who sign in by %s take everything along', async (way) => {
    const { email, user } = await register()
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await giveWork(guest.id)
    const account = { email, password: PASSWORD }
    const response =
      way === 'form'
        ? await postForm('/login', account, { Cookie: cookie })
        : await postJson('/api/session', account, { Cookie: cookie })
    expect(await whoAmI(cookieOf(response))).toEqual(user)
    expect(await worksOf(user.id)).toEqual(ONE_OF_EACH)
    expect(await whoAmI(cookie)).toBeNull()
    expect(await sql('select id from user_account where id = $1', [guest.id])).toEqual([])
  })

  it('keep everything when their password is wrong', async () => {
    const { email } = await register()
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await giveWork(guest.id)
    const account = { email, password: 'wrong horse' }
    expect((await postForm('/login', account, { Cookie: cookie })).status).toBe(401)
    expect(await whoAmI(cookie)).toEqual(guest)
    expect(await worksOf(guest.id)).toEqual(ONE_OF_EACH)
  })

  it('may open the pages that make an account', async () => {
    const headers = { Cookie: await signInAsGuest() }
    const page = await fetch(`${app.url}/register`, { headers, redirect: 'manual' })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('You keep the chats')
    expect((await fetch(`${app.url}/login`, { headers, redirect: 'manual' })).status).toBe(200)
  })

  it('do not hand their chats to an account that is registered beside them', async () => {
    const { user, cookie } = await register()
    await giveWork(user.id)
    const other = await register(newEmail(), { Cookie: cookie })
    expect(other.user.id).not.toBe(user.id)
    expect(await worksOf(user.id)).toEqual(ONE_OF_EACH)
  })
})

/** The attributes of an input in a page. */
function inputOf(page: string, name: string): Record<string, string> {
  const tag = page.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? ''
  const pairs = tag.matchAll(/ ([\w-]+)="([^"]*)"/g)
  return Object.fromEntries(Array.from(pairs, ([, key, value]) => [key, value]))
}
