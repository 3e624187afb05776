import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, cookieOf, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const { postForm, postJson, whoAmI, register, signInAsGuest } = accountCalls(() => app.url)

const sql: TestApp['database']['sql'] = (query, values) => app.database.sql(query, values)

/** Creates one record of each kind that can belong to a user. */
async function createOneOfEach(userId: string) {
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

async function countRecords(userId: string): Promise<Record<string, number>> {
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

describe('a guest', () => {
  test('gets a session with one click', async () => {
    const response = await postForm('/guest', { redirectTo: '/x' })
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/x'])
    expect(await whoAmI(cookieOf(response))).toMatchObject({ email: null, kind: 'guest' })
  })

  test('stays the same user after a second click', async () => {
    const cookie = await signInAsGuest()
    const again = await postForm('/guest', {}, { Cookie: cookie })
    expect(again.status).toBe(303)
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test.each(['form', 'program'])('keeps everything when registering by %s', async (way) => {
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await createOneOfEach(guest.id)
    const account = { email: newEmail(), password: PASSWORD }
    const response =
      way === 'form'
        ? await postForm('/register', account, { Cookie: cookie })
        : await postJson('/api/users', account, { Cookie: cookie })
    const user = await whoAmI(cookieOf(response))
    expect(user).toEqual({ id: guest.id, email: account.email, kind: 'registered' })
    expect(await countRecords(guest.id)).toEqual(ONE_OF_EACH)
    expect(await whoAmI(cookie), 'the guest token must end').toBeNull()
  })

  test('cannot take the email of an account, and loses nothing by trying', async () => {
    const { email } = await register()
    const cookie = await signInAsGuest()
    const response = await postForm('/register', { email, password: PASSWORD }, { Cookie: cookie })
    expect(response.status).toBe(409)
    expect(await whoAmI(cookie)).toMatchObject({ kind: 'guest' })
  })

  test.each(['form', 'program'])('takes everything along when signing in by %s', async (way) => {
    const { email, user } = await register()
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await createOneOfEach(guest.id)
    const account = { email, password: PASSWORD }
    const response =
      way === 'form'
        ? await postForm('/login', account, { Cookie: cookie })
        : await postJson('/api/session', account, { Cookie: cookie })
    expect(await whoAmI(cookieOf(response))).toEqual(user)
    expect(await countRecords(user.id)).toEqual(ONE_OF_EACH)
    expect(await whoAmI(cookie)).toBeNull()
    expect(await sql('select id from user_account where id = $1', [guest.id])).toEqual([])
  })

  test('keeps everything after a wrong password', async () => {
    const { email } = await register()
    const cookie = await signInAsGuest()
    const guest = await whoAmI(cookie)
    await createOneOfEach(guest.id)
    const account = { email, password: 'wrong horse' }
    expect((await postForm('/login', account, { Cookie: cookie })).status).toBe(401)
    expect(await whoAmI(cookie)).toEqual(guest)
    expect(await countRecords(guest.id)).toEqual(ONE_OF_EACH)
  })

  test('may open the sign-in and registration pages', async () => {
    const headers = { Cookie: await signInAsGuest() }
    const page = await fetch(`${app.url}/register`, { headers, redirect: 'manual' })
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('You keep the chats')
    expect((await fetch(`${app.url}/login`, { headers, redirect: 'manual' })).status).toBe(200)
  })

  test('does not lose its chats to an account that is registered in another browser', async () => {
    const { user, cookie } = await register()
    await createOneOfEach(user.id)
    const other = await register(newEmail(), { Cookie: cookie })
    expect(other.user.id).not.toBe(user.id)
    expect(await countRecords(user.id)).toEqual(ONE_OF_EACH)
  })
})
