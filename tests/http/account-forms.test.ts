import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, cookieOf, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const { postForm, postJson, whoAmI, register } = accountCalls(() => app.url)

describe('the forms for registering and signing in', () => {
  test('registering sets the cookie and redirects', async () => {
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

  test('signing in sets the cookie and redirects', async () => {
    const { email, user } = await register()
    const response = await postForm('/login', { email, password: PASSWORD })
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/')
    expect(await whoAmI(cookieOf(response))).toEqual(user)
  })

  test.each([
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ])('a form never redirects to %s', async (redirectTo) => {
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

  test('a wrong password is shown beside its field, with the email kept and the password cleared', async () => {
    const { email } = await register()
    const response = await postForm('/login', { email, password: 'wrong horse', redirectTo: '/x' })
    expect(response.status).toBe(401)
    expect(response.headers.getSetCookie()).toEqual([])
    const page = await response.text()
    const field = inputOf(page, 'password')
    expect(field).toMatchObject({ 'aria-invalid': 'true', autofocus: '' })
    expect(page).toContain(`<p id="${field['aria-describedby']}" class="field-error">`)
    expect(inputOf(page, 'email')).toMatchObject({ value: email })
    expect(inputOf(page, 'email')).not.toHaveProperty('aria-invalid')
    expect(inputOf(page, 'redirectTo')).toMatchObject({ value: '/x' })
    expect(page).not.toContain('wrong horse')
  })

  test('missing fields are answered 400, with the focus on the first of them', async () => {
    for (const path of ['/login', '/register']) {
      const response = await postForm(path, { email: '' })
      expect(response.status).toBe(400)
      const page = await response.text()
      expect(inputOf(page, 'email')).toMatchObject({ 'aria-invalid': 'true', autofocus: '' })
      expect(inputOf(page, 'password')).toMatchObject({ 'aria-invalid': 'true' })
      expect(inputOf(page, 'password')).not.toHaveProperty('autofocus')
    }
  })

  test('an email that is taken is answered 409', async () => {
    const { email } = await register()
    const response = await postForm('/register', { email, password: PASSWORD })
    expect(response.status).toBe(409)
    expect(inputOf(await response.text(), 'email')).toMatchObject({ 'aria-invalid': 'true' })
  })

  test('typed markup is shown as text', async () => {
    const response = await postForm('/register', { email: '"><script>x</script>', password: 'a' })
    expect(await response.text()).not.toContain('<script>x')
  })

  test('a body that is no form is answered 400, one that is too large 413', async () => {
    expect((await postJson('/login', {})).status).toBe(400)
    const large = await postForm('/login', { email: 'a'.repeat(1_000_000), password: PASSWORD })
    expect(large.status).toBe(413)
  })

  test('the pages offer to continue as a guest, and redirect a signed-in user to the chat', async () => {
    expect(await (await fetch(`${app.url}/login`)).text()).toContain('Continue as guest')
    const { cookie } = await register()
    for (const path of ['/login', '/register']) {
      const headers = { Cookie: cookie }
      const response = await fetch(app.url + path, { headers, redirect: 'manual' })
      expect([response.status, response.headers.get('Location')]).toEqual([303, '/'])
    }
  })
})

/** The attributes of an input of a page, by name. */
function inputOf(page: string, name: string): Record<string, string> {
  const tag = page.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0] ?? ''
  const pairs = tag.matchAll(/ ([\w-]+)="([^"]*)"/g)
  return Object.fromEntries(Array.from(pairs, ([, key, value]) => [key, value]))
}
