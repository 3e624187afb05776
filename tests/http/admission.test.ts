import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, cookieOf, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let closed: { url: string }
beforeAll(async () => {
  app = await startApp({ env: { GUESTS: 'off' } })
  closed = await app.startWeb({ GUESTS: 'on', REGISTRATION: 'closed' })
})
afterAll(() => app?.stop())

const noGuests = accountCalls(() => app.url)
const noAccounts = accountCalls(() => closed.url)
const account = () => ({ email: newEmail(), password: PASSWORD })

/** A page without its scripts, which name every route. */
async function page(url: string, path: string, cookie = '') {
  const response = await fetch(url + path, { headers: { Cookie: cookie } })
  const html = await response.text()
  return { status: response.status, text: html.replace(/<script.*?<\/script>/gs, '') }
}

const countUsers = async () => (await app.database.sql('select id from user_account')).length

describe('GUESTS=off', () => {
  test('no guest is made, and the visitor is told what to do instead', async () => {
    const before = await countUsers()
    const refused = await noGuests.postForm('/guest', {})
    expect(refused.status).toBe(403)
    expect(refused.headers.getSetCookie()).toEqual([])
    const text = await refused.text()
    expect(text).toContain('This service admits no guests.')
    expect(text).toContain('href="/register"')
    expect(text).not.toContain('action="/guest"')
    expect(await countUsers()).toBe(before)
  })

  test.each(['/login', '/register'])('%s offers no guest session', async (path) => {
    const { status, text } = await page(app.url, path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/guest/i)
    expect(text).toContain(path === '/login' ? 'href="/register"' : 'href="/login"')
  })

  test('/guest says so', async () => {
    const { status, text } = await page(app.url, '/guest')
    expect(status).toBe(403)
    expect(text).toContain('Create an account, or sign in to yours.')
  })

  test('accounts can be made, and a guest from before keeps the session', async () => {
    expect((await noGuests.postJson('/api/users', account())).status).toBe(201)
    const cookie = await noAccounts.signInAsGuest()
    expect(await noGuests.whoAmI(cookie)).toMatchObject({ kind: 'guest' })
    expect((await noGuests.postForm('/guest', {}, { Cookie: cookie })).status).toBe(303)
  })
})

describe('REGISTRATION=closed', () => {
  test.each([
    ['form', (headers = {}) => noAccounts.postForm('/register', account(), headers)],
    ['program', (headers = {}) => noAccounts.postJson('/api/users', account(), headers)],
  ])('no account is made by %s, not of a guest either', async (_way, register) => {
    const guest = await noAccounts.signInAsGuest()
    const before = await countUsers()
    for (const headers of [{}, { Cookie: guest }]) {
      const refused = await register(headers)
      expect(refused.status).toBe(403)
      expect(refused.headers.getSetCookie()).toEqual([])
      expect(await refused.text()).toContain('Ask whoever runs this service for an account.')
    }
    expect(await countUsers()).toBe(before)
    expect(await noAccounts.whoAmI(guest)).toMatchObject({ kind: 'guest' })
  })

  test('the refusal of a program is a problem', async () => {
    const refused = await noAccounts.postJson('/api/users', account())
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
    expect(await refused.json()).toMatchObject({
      status: 403,
      title: 'Forbidden',
      detail: 'Registration is closed. Ask whoever runs this service for an account.',
    })
  })

  test('/register says whom to ask, and shows no form', async () => {
    const { status, text } = await page(closed.url, '/register')
    expect(status).toBe(403)
    expect(text).toContain('Ask whoever runs this service for an account.')
    expect(text).not.toContain('<form')
    expect(text).toContain('href="/login"')
  })

  test('no page offers to register', async () => {
    const guest = await noAccounts.signInAsGuest()
    for (const [path, cookie] of [
      ['/login', ''],
      ['/guest', ''],
      ['/login', guest],
      ['/settings', guest],
      ['/logout', guest],
      ['/', guest],
    ] as const) {
      const { status, text } = await page(closed.url, path, cookie)
      expect(status, path).toBe(200)
      expect(text, path).not.toContain('/register')
      expect(text, path).not.toContain('Create an account')
    }
  })

  test('an account can sign in, and takes over what a guest has', async () => {
    const { email, user } = await noGuests.register()
    const guest = await noAccounts.signInAsGuest()
    const signedIn = await noAccounts.postJson(
      '/api/session',
      { email, password: PASSWORD },
      { Cookie: guest },
    )
    expect(signedIn.status).toBe(200)
    expect(await noAccounts.whoAmI(cookieOf(signedIn))).toEqual(user)
  })
})

describe('both off', () => {
  test('a visitor is told whom to ask', async () => {
    const web = await app.startWeb({ GUESTS: 'off', REGISTRATION: 'closed' })
    const refused = await accountCalls(() => web.url).postForm('/guest', {})
    expect(refused.status).toBe(403)
    const text = await refused.text()
    expect(text).toContain('Ask whoever runs it for an account.')
    expect(text).not.toContain('/register')
    const login = await page(web.url, '/login')
    expect(login.text).not.toContain('/register')
    expect(login.text).not.toContain('/guest')
    await web.stop()
  })
})
