import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, cookieOf, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const { postForm, postJson, whoAmI, register, signInAsGuest } = accountCalls(() => app.url)

const page = async (path: string, cookie: string) =>
  (await fetch(app.url + path, { headers: { Cookie: cookie } })).text()
const set = (cookie: string, form: Record<string, string>, path = '/settings') =>
  postForm(path, form, { Cookie: cookie })

async function signIn(email: string, password = PASSWORD, agent = FIREFOX) {
  return cookieOf(await postForm('/login', { email, password }, { 'User-Agent': agent }))
}

describe('the theme', () => {
  test('is kept in a cookie, which the first byte of a page follows', async () => {
    const { cookie } = await register()
    const response = await set(cookie, { intent: 'theme', theme: 'dark' })
    expect(response.status).toBe(303)
    expect(response.headers.get('set-cookie')).toMatch(
      /^theme=dark; Max-Age=\d+; Path=\/; SameSite=Lax$/,
    )
    const dark = await page('/login', 'theme=dark')
    expect(dark).toMatch(/^<!DOCTYPE html><html lang="en" data-theme="dark">/)
    expect(dark).toContain('<meta name="color-scheme" content="dark"/>')
    const unknown = await page('/login', 'theme="><script>')
    expect(unknown).toMatch(/^<!DOCTYPE html><html lang="en">/)
    expect((await set(cookie, { intent: 'theme', theme: 'pink' })).status).toBe(400)
    const back = await set(cookie, { intent: 'theme', theme: 'system' })
    expect(back.headers.get('set-cookie')).toContain('Max-Age=0')
  })
})

describe('the sessions', () => {
  test('are listed by device and ended one by one or all but this one', async () => {
    const { email, cookie } = await register()
    const [first, second] = [await signIn(email), await signIn(email, PASSWORD, 'curl/8.9.1')]
    const html = await page('/settings', cookie)
    expect(html).toContain('Firefox on Windows')
    expect(html).toContain('curl')
    expect(html.match(/This one/g)).toHaveLength(1)
    const rows = await app.database.sql<{ id: string; user_agent: string }>(
      `select s.id, s.user_agent from session s join user_account u on u.id = s.user_id where u.email = $1`,
      [email],
    )
    const id = rows.find(({ user_agent }) => user_agent === FIREFOX)?.id ?? ''
    const { cookie: stranger } = await register()
    expect((await set(stranger, { intent: 'end-session', id })).status).toBe(404)
    expect(await whoAmI(first)).not.toBeNull()
    expect((await set(cookie, { intent: 'end-session', id })).status).toBe(200)
    expect(await whoAmI(first)).toBeNull()
    expect(await whoAmI(second)).not.toBeNull()
    expect((await set(cookie, { intent: 'sign-out-others' })).status).toBe(200)
    expect([await whoAmI(second), Boolean(await whoAmI(cookie))]).toEqual([null, true])
  })
})

describe('a change of password', () => {
  test('needs the current one, ends the other sessions and keeps API tokens', async () => {
    const { email, cookie } = await register()
    const other = await signIn(email)
    const made = await postJson('/api/tokens', { name: 'backup' }, { Cookie: cookie })
    const { token } = await made.json()
    const change = (currentPassword: string, newPassword: string) =>
      set(cookie, { intent: 'change-password', currentPassword, newPassword })

    const wrong = await change('wrong horse', 'a new horse')
    expect(wrong.status).toBe(400)
    const text = await wrong.text()
    expect(text).toContain('This is not your password.')
    expect(text).not.toContain('wrong horse')
    expect(text).not.toContain('a new horse')
    expect((await change(PASSWORD, 'short')).status).toBe(400)
    expect(await whoAmI(other)).not.toBeNull()

    expect((await change(PASSWORD, 'a new horse')).status).toBe(200)
    expect(await whoAmI(other)).toBeNull()
    expect(await whoAmI(cookie)).not.toBeNull()
    const api = await fetch(`${app.url}/api/session`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    expect(api.status).toBe(200)
    expect((await postJson('/api/session', { email, password: PASSWORD })).status).toBe(401)
    expect((await postJson('/api/session', { email, password: 'a new horse' })).status).toBe(200)
  })

  test('a guest has none, and sees no form for it', async () => {
    const cookie = await signInAsGuest()
    const form = {
      intent: 'change-password',
      currentPassword: PASSWORD,
      newPassword: 'a new horse',
    }
    expect((await set(cookie, form)).status).toBe(403)
    expect(await page('/settings', cookie)).not.toContain('Change password')
  })
})

describe('prompts of one’s own', () => {
  const prompts = (cookie: string, form: Record<string, string>) =>
    set(cookie, form, '/settings/prompts')
  const list = async (cookie: string) =>
    (
      await (
        await fetch(`${app.url}/settings/prompts.json`, { headers: { Cookie: cookie } })
      ).json()
    ).prompts

  test('are added, changed and deleted by their owner only', async () => {
    const { cookie } = await register()
    const create = { intent: 'create', name: ' /Summarise ', text: 'Sum up:\r\nbriefly' }
    expect((await prompts(cookie, create)).status).toBe(303)
    const [prompt] = await list(cookie)
    expect(prompt).toEqual({ id: prompt.id, name: 'summarise', text: 'Sum up:\nbriefly' })
    expect((await prompts(cookie, { ...create, name: 'SUMMARISE' })).status).toBe(409)
    const refused = await prompts(cookie, { ...create, name: 'two words' })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('Use 1 to 40 letters')
    expect((await prompts(cookie, { ...create, name: 'x', text: 'x'.repeat(8_001) })).status).toBe(
      400,
    )

    const { cookie: stranger } = await register()
    const update = { intent: 'update', id: prompt.id, name: 'brief', text: 'Briefly.' }
    expect((await prompts(stranger, update)).status).toBe(404)
    expect((await prompts(stranger, { intent: 'delete', id: prompt.id })).status).toBe(404)
    expect((await prompts(cookie, update)).status).toBe(303)
    expect(await list(cookie)).toEqual([{ id: prompt.id, name: 'brief', text: 'Briefly.' }])
    expect(await page(`/settings/prompts?edit=${prompt.id}`, cookie)).toContain('Save prompt')
    expect((await prompts(cookie, { intent: 'delete', id: prompt.id })).status).toBe(303)
    expect(await list(cookie)).toEqual([])
  })

  test('there are at most 200, however many are made at once', async () => {
    const { cookie, user } = await register()
    await app.database.sql(
      `insert into prompt (id, user_id, name, text) select gen_random_uuid(), $1, 'p' || n, 'x' from generate_series(1, 199) n`,
      [user.id],
    )
    const statuses = await Promise.all(
      ['a', 'b', 'c'].map(
        async (name) => (await prompts(cookie, { intent: 'create', name, text: 'x' })).status,
      ),
    )
    expect(statuses.toSorted()).toEqual([303, 409, 409])
    expect(await list(cookie)).toHaveLength(200)
  })

  test('a guest who signs in brings them and the instructions along', async () => {
    const { email, cookie } = await register()
    await prompts(cookie, { intent: 'create', name: 'rain', text: 'Mine' })
    const guest = await signInAsGuest()
    await prompts(guest, { intent: 'create', name: 'rain', text: 'The guest’s' })
    await set(guest, { intent: 'instructions', instructions: 'Be brief.' })
    const signedIn = cookieOf(
      await postForm('/login', { email, password: PASSWORD }, { Cookie: guest }),
    )
    expect(
      (await list(signedIn)).map(({ name, text }: { name: string; text: string }) => [
        name.slice(0, 5),
        text,
      ]),
    ).toEqual([
      ['rain', 'Mine'],
      ['rain-', 'The guest’s'],
    ])
    expect(await page('/settings', signedIn)).toContain('Be brief.')
  })
})
