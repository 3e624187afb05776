import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveVersion } from '#core/documents/save-version.ts'
import { MAX_PROMPTS } from '#core/prompts/prompt-schema.ts'
import { createPrompt } from '#core/prompts/prompts.ts'
import { createSuggestionRequest } from '#core/suggestions/suggestion-request.ts'
import { OWNED } from '#core/users/absorb-guest.ts'
import { createApiToken } from '#core/users/api-tokens.ts'
import { registerUser } from '#core/users/create-user.ts'
import { findSession } from '#core/users/find-session.ts'
import { signInAsGuest, signInWithPassword } from '#core/users/sign-in.ts'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
beforeAll(async () => {
  app = await startTestServices()
})
afterAll(() => app?.stop())

const em = () => app.services.orm.em.fork()
const sql: TestServices['database']['sql'] = (query, values) => app.database.sql(query, values)

/** A guest who has one of everything, among it a token and what was spent today. */
async function guestWithEverything() {
  const guest = await signInAsGuest(em())
  const userId = guest.user.id
  const session = await findSession(em(), guest.token)
  if (!session) throw new Error('The guest has no session.')
  const [chatId, documentId] = [randomUUID(), randomUUID()]
  await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'Sea'])
  const document = { id: documentId, title: 'Tide', content: 'low', kind: 'text' as const }
  const { createdAt } = await saveVersion(em(), { ...document, userId, chatId, origin: 'ai' })
  await sql(
    `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
       user_id, request_id, position) values ($1, $2, $3, 'low', 'high', $4, $5, 0)`,
    [randomUUID(), documentId, createdAt, userId, randomUUID()],
  )
  const request = { id: randomUUID(), documentId, documentCreatedAt: createdAt }
  await createSuggestionRequest(em(), { ...request, userId })
  await sql(
    `insert into upload (id, user_id, staged_key, filename) values ($1, $2, 'key', 'sea.png')`,
    [randomUUID(), userId],
  )
  await createPrompt(em(), { userId, name: 'tide', text: 'Is it high or low?' })
  await sql(
    `update user_account set tokens_today = 500, tokens_day = (now() at time zone 'utc')::date
     where id = $1`,
    [userId],
  )
  const input = { userId, sessionId: session.id, name: 'ci', expiresInDays: null }
  return { userId, session, apiToken: (await createApiToken(em(), input)).token }
}

const TABLES = OWNED.map((name) => name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase())

/** How many rows of each table a user has, and what the user has spent. */
async function belongings(userId: string) {
  const counts = [...TABLES, 'session'].map(
    (table) => `(select count(*)::int from ${table} where user_id = $1) as ${table}`,
  )
  const [row] = await sql(
    `select ${counts.join(', ')},
       (select tokens_today::int from user_account where id = $1) as spent`,
    [userId],
  )
  return row
}

const ONE_OF_EACH = Object.fromEntries(TABLES.map((table) => [table, 1]))
const NOTHING = Object.fromEntries(TABLES.map((table) => [table, 0]))

describe('a guest who signs in to an account', () => {
  test.each([
    ['moving the last table', 'update on upload'],
    ['counting the tokens', 'update on user_account'],
    ['removing the guest', 'delete on user_account'],
  ])('keeps all when %s fails, and brings all at the next attempt', async (_step, write) => {
    const guest = await guestWithEverything()
    const email = newEmail()
    const account = await registerUser(em(), { email, password: PASSWORD })
    const signIn = () => {
      const credentials = { email, password: PASSWORD, caller: 'test' }
      return signInWithPassword(em(), { ...credentials, previous: guest.session })
    }
    await sql(`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused by the test'; end $$`)
    await sql(`create trigger refuse before ${write} for each row execute function refuse()`)
    try {
      await expect(signIn()).rejects.toThrow('refused by the test')
      expect(await belongings(guest.userId)).toEqual({ ...ONE_OF_EACH, session: 2, spent: 500 })
      expect(await belongings(account.id)).toEqual({ ...NOTHING, session: 0, spent: 0 })
      const opened = await findSession(em(), guest.apiToken)
      expect(opened?.user).toEqual({ id: guest.userId, email: null, kind: 'guest' })
    } finally {
      await sql('drop function refuse cascade')
    }
    expect((await signIn()).user.id).toBe(account.id)
    expect(await belongings(guest.userId)).toEqual({ ...NOTHING, session: 0, spent: null })
    expect(await belongings(account.id)).toEqual({ ...ONE_OF_EACH, session: 1, spent: 500 })
    expect(await findSession(em(), guest.apiToken)).toBeNull()
  })

  test('brings no more prompts than a guest may have to an account that is full of them', async () => {
    const guest = await guestWithEverything()
    const email = newEmail()
    const account = await registerUser(em(), { email, password: PASSWORD })
    const fill = (count: number) =>
      sql(
        `insert into prompt (id, user_id, name, text)
           select gen_random_uuid(), $1, 'p-' || gen_random_uuid(), 'x' from generate_series(1, $2)`,
        [account.id, count],
      )
    await fill(2 * MAX_PROMPTS)
    const credentials = { email, password: PASSWORD, caller: 'test', previous: guest.session }
    await expect(signInWithPassword(em(), credentials)).rejects.toThrow('too many prompts')
    expect(await belongings(guest.userId)).toEqual({ ...ONE_OF_EACH, session: 2, spent: 500 })
    await sql('delete from prompt where user_id = $1', [account.id])
    await fill(2 * MAX_PROMPTS - 1)
    expect((await signInWithPassword(em(), credentials)).user.id).toBe(account.id)
  })
})
