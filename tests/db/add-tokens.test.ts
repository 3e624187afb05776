import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addTokens } from '#core/users/add-tokens.ts'
import { Chat } from '#db/entities/chat.ts'
import { User } from '#db/entities/user.ts'
import { createOrm, type EntityManager, type Orm } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let orm: Orm

beforeAll(async () => {
  database = await createTestDatabase()
  orm = await createOrm(database.url, 8)
})

afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

function em(): EntityManager {
  return orm.em.fork()
}

async function makeUser(): Promise<string> {
  const id = randomUUID()
  await em().insert(User, { id })
  return id
}

async function tokensToday(userId: string): Promise<number> {
  return (await em().findOneOrFail(User, userId)).tokensToday
}

test('what each user has spent is summed, for whoever owns the chat now', async () => {
  const [guestId, userId] = [await makeUser(), await makeUser()]
  const chatId = randomUUID()
  await em().insert(Chat, { id: chatId, userId, title: 'A chat of the guest before' })
  await addTokens(em(), [
    { tokens: 10, userId: guestId, chatId },
    { tokens: 1.5, userId },
    { tokens: 100, userId: guestId },
    { tokens: 1_000, userId: guestId, chatId: randomUUID() },
    { tokens: 7, userId: randomUUID() },
  ])
  expect(await tokensToday(userId)).toBe(11.5)
  expect(await tokensToday(guestId)).toBe(1_100)
  await addTokens(em(), [{ tokens: 1, userId }])
  expect(await tokensToday(userId)).toBe(12.5)
})

test('the count begins anew each day', async () => {
  const userId = await makeUser()
  await addTokens(em(), [{ tokens: 5, userId }])
  await database.sql('update user_account set tokens_day = tokens_day - 1 where id = $1', [userId])
  await addTokens(em(), [
    { tokens: 2, userId },
    { tokens: 3, userId },
  ])
  expect(await tokensToday(userId)).toBe(5)
})

test('two processes that count the same users at once lose nothing', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, makeUser))
  const spendings = users.map((userId) => ({ tokens: 1, userId }))
  await Promise.all(
    Array.from({ length: 40 }, (_, round) =>
      addTokens(em(), round % 2 ? spendings : spendings.toReversed()),
    ),
  )
  for (const userId of users) expect(await tokensToday(userId)).toBe(40)
})

test('what a guest spends while signing in counts for the account', async () => {
  const [guestId, userId] = [await makeUser(), await makeUser()]
  const chatId = randomUUID()
  await em().insert(Chat, { id: chatId, userId: guestId, title: 'A chat' })
  const counting = await em().transactional(async (tx) => {
    await tx.nativeUpdate(Chat, { id: chatId }, { userId })
    await tx.nativeDelete(User, { id: guestId })
    const counting = addTokens(em(), [{ tokens: 3, userId: guestId, chatId }])
    const waiting = () =>
      database.sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    await expect.poll(waiting).toHaveLength(1)
    return { done: counting }
  })
  await counting.done
  expect(await tokensToday(userId)).toBe(3)
})
