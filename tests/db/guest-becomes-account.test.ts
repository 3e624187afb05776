import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asChatOwner } from '#core/ai/tools/as-chat-owner.ts'
import { isAppError } from '#core/app-error.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { createSuggestionRequest } from '#core/suggestions/suggestion-request.ts'
import { absorbGuest, OWNED } from '#core/users/absorb-guest.ts'
import { createApiToken } from '#core/users/api-tokens.ts'
import { upgradeGuest } from '#core/users/create-user.ts'
import { findSession } from '#core/users/find-session.ts'
import { createToken, hashToken } from '#core/users/session-token.ts'
import { signInAsGuest } from '#core/users/sign-in.ts'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
beforeAll(async () => {
  app = await startTestServices({ DATABASE_POOL: '20' })
})
afterAll(() => app?.stop())

const em = () => app.services.orm.em.fork()
const sql: TestServices['database']['sql'] = (query, values) => app.database.sql(query, values)

async function newChat(userId: string): Promise<string> {
  const chatId = randomUUID()
  await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'Sea'])
  return chatId
}

/** A tool of a reply in the chat, which was begun by the user. */
const toolOf = (userId: string, chatId: string) => ({ userId, chatId, em })

const version = (id: string, userId: string, chatId: string) => ({
  id,
  userId,
  chatId,
  title: 'Tide',
  content: 'low',
  kind: 'text' as const,
  origin: 'ai' as const,
})

const ownersOf = async (id: string) =>
  (await sql<{ user_id: string }>('select user_id from document where id = $1', [id])).map(
    ({ user_id }) => user_id,
  )

describe('what moves with a guest', () => {
  test('every table that refers to a user is moved, or is known to end with the guest', async () => {
    const rows = await sql<{ name: string }>(
      `select distinct c.conrelid::regclass::text as name from pg_constraint c
       where c.contype = 'f' and c.confrelid = 'user_account'::regclass`,
    )
    const moved = OWNED.map((name) => name.replace(/(?<=.)[A-Z]/g, '_$&').toLowerCase())
    // The triggers that count storage write for the account what they take from the guest;
    // a guest has no password to reset.
    const ends = ['session', 'password_reset', 'storage_change', 'storage_used']
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...moved, ...ends].toSorted())
  })
})

describe('a tool that writes while its guest signs in to an account', () => {
  test('whenever the guest signs in, the document is the account’s', async () => {
    for (let round = 0; round < 40; round += 1) {
      const [guestId, accountId] = [await app.createUser(), await app.createUser()]
      const chatId = await newChat(guestId)
      const [created, updated] = [randomUUID(), randomUUID()]
      await saveVersion(em(), version(updated, guestId, chatId))
      const save = (id: string) =>
        asChatOwner(toolOf(guestId, chatId), (userId) =>
          saveVersion(em(), version(id, userId, chatId)),
        )
      const signIn = async () => {
        // Another moment of the writes each round.
        await sleep(round % 10)
        await absorbGuest(em(), { guestId, userId: accountId })
      }
      const requested = randomUUID()
      const request = async () => {
        const { createdAt } = await save(requested)
        await asChatOwner(toolOf(guestId, chatId), (userId) =>
          createSuggestionRequest(em(), {
            id: requested,
            userId,
            documentId: requested,
            documentCreatedAt: createdAt,
          }),
        )
      }
      await Promise.all([save(created), request(), save(updated), signIn()])
      expect(await ownersOf(created)).toEqual([accountId])
      expect(await ownersOf(updated)).toEqual([accountId, accountId])
      expect(
        await sql('select user_id from suggestion_request where id = $1', [requested]),
      ).toEqual([{ user_id: accountId }])
    }
  })

  test('a document of a stranger stays out of reach', async () => {
    const [userId, stranger] = [await app.createUser(), await app.createUser()]
    const chatId = await newChat(userId)
    const id = randomUUID()
    await saveVersion(em(), version(id, stranger, chatId))
    const saving = asChatOwner(toolOf(userId, chatId), (owner) =>
      saveVersion(em(), version(id, owner, chatId)),
    )
    expect(isAppError(await saving.catch((error: unknown) => error))).toBe(true)
    expect(await ownersOf(id)).toEqual([stranger])
  })

  test('nothing is written for a guest whose chat is gone', async () => {
    const guestId = await app.createUser()
    const chatId = await newChat(guestId)
    await sql('delete from user_account where id = $1', [guestId])
    const id = randomUUID()
    const saving = asChatOwner(toolOf(guestId, chatId), (userId) =>
      saveVersion(em(), version(id, userId, chatId)),
    )
    await expect(saving).rejects.toThrow()
    expect(await ownersOf(id)).toEqual([])
  })
})

describe('a guest who registers', () => {
  test('no token that the guest made opens the account, however the two race', async () => {
    for (let round = 0; round < 5; round += 1) {
      const guest = await signInAsGuest(em())
      const session = await findSession(em(), guest.token)
      if (!session) throw new Error('The guest has no session.')
      const input = {
        userId: guest.user.id,
        sessionId: session.id,
        name: 'ci',
        expiresInDays: null,
      }
      const account = { userId: guest.user.id, email: newEmail(), password: PASSWORD }
      // The guest's password is hashed first; tokens are made until the end.
      const registering = upgradeGuest(em(), account)
      let registered = false
      void registering.then(() => {
        registered = true
      })
      while (!registered) await createApiToken(em(), input).catch(() => {})
      await registering
      const late = await createApiToken(em(), input).catch((error: unknown) => error)
      expect(isAppError(late) && late.code).toBe('unauthenticated')
      expect(await sql('select id from session where user_id = $1', [guest.user.id])).toEqual([])
    }
  })

  test('a copy of the guest’s cookie does not open the account', async () => {
    const guest = await signInAsGuest(em())
    const copy = createToken()
    await sql(
      `insert into session (id, token_hash, user_id, expires_at)
       values ($1, $2, $3, now() + interval '1 day')`,
      [randomUUID(), hashToken(copy), guest.user.id],
    )
    expect(await findSession(em(), copy)).not.toBeNull()
    await upgradeGuest(em(), { userId: guest.user.id, email: newEmail(), password: PASSWORD })
    expect(await findSession(em(), copy)).toBeNull()
  })

  test('an email that is taken ends nothing', async () => {
    const [first, second] = [await signInAsGuest(em()), await signInAsGuest(em())]
    const email = newEmail()
    await upgradeGuest(em(), { userId: first.user.id, email, password: PASSWORD })
    const failed = upgradeGuest(em(), { userId: second.user.id, email, password: PASSWORD })
    await expect(failed).rejects.toThrow('An account with this email exists.')
    expect(await findSession(em(), second.token)).not.toBeNull()
  })
})
