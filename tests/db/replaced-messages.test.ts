import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listChats } from '#core/chat/list-chats.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { claimTurn } from '#core/replies/claim-turn.ts'
import { markInterruptedReplies } from '#core/replies/mark-interrupted-replies.ts'
import { NO_USAGE } from '#core/replies/message-usage.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { settleReplaced } from '#core/replies/settle-replaced.ts'
import { storeFinalReply, storeGrowingReplies } from '#core/replies/store-reply.ts'
import { castVote } from '#core/votes/cast-vote.ts'
import { listVotes } from '#core/votes/list-votes.ts'
import { Chat } from '#db/entities/chat.ts'
import { Message } from '#db/entities/message.ts'
import { User } from '#db/entities/user.ts'
import { kysely } from '#db/kysely.ts'
import { createOrm, type EntityManager, type Orm } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let orm: Orm
const userId = randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  orm = await createOrm(database.url, 4)
  await em().insert(User, { id: userId })
})

afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

// The replies that a test leaves behind are not lost ones of the next.
afterEach(() => database.sql("update message set heartbeat_at = now() + interval '1 hour'"))

function em(): EntityManager {
  return orm.em.fork()
}

const textParts = (text: string) => [{ type: 'text', text }]

/** A chat of two questions and answers; the first answer has a vote. */
async function seedChat() {
  const chatId = randomUUID()
  const [first, answer, second, last] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await em().insert(Chat, { id: chatId, userId, title: 'A chat' })
  const texts = ['first', 'answer', 'second', 'last']
  for (const [position, id] of [first, answer, second, last].entries()) {
    const role = position % 2 ? ('assistant' as const) : ('user' as const)
    await em().insert(Message, {
      id,
      chatId,
      position,
      role,
      parts: textParts(`${texts[position]} ${chatId}`),
    })
  }
  await castVote(em(), { chatId, messageId: answer, userId, isUpvoted: true })
  return { chatId, ids: [first, answer, second, last], first, answer }
}

/** Sends a message of the chat again, with another text unless `text` is its own. */
async function sendAgain(chatId: string, id: string, text: string) {
  const replyId = randomUUID()
  const generationId = randomUUID()
  const claim = await claimTurn(em(), {
    chatId,
    userId,
    conversation: [{ id, role: 'user', parts: textParts(text) }],
    replyId,
    generationId,
    model: 'a-model',
    streamFormat: null,
    maxRunning: null,
  })
  return { replyId, generationId, claim }
}

async function messagesOf(chatId: string) {
  const { messages } = await openChat(em(), { chatId, userId })
  return (messages ?? []).map(({ id, parts, status }) => ({ id, text: parts[0]?.text, status }))
}

/** All that is stored of a chat and its votes, but for the times at which rows were written. */
async function storedRows(chatId: string) {
  const messages = await database.sql(
    `select id, position, role, parts, status, replaced_by, created_at
     from message where chat_id = $1 order by position`,
    [chatId],
  )
  const votes = await listVotes(em(), { chatId, userId })
  return { messages, votes }
}

describe('a message that is sent again', () => {
  test('what it replaces waits in no list, search or vote until the reply has a part', async () => {
    const { chatId, first, answer } = await seedChat()

    const { replyId, claim } = await sendAgain(chatId, first, 'edited')

    expect(claim).toMatchObject({ kind: 'started', hasReplaced: true })
    const meanwhile = [
      { id: first, text: 'edited', status: 'complete' },
      { id: replyId, text: undefined, status: 'streaming' },
    ]
    expect(await messagesOf(chatId)).toEqual(meanwhile)
    await settleReplaced(em(), chatId)
    expect(await messagesOf(chatId)).toEqual(meanwhile)
    expect(await listVotes(em(), { chatId, userId })).toEqual([])
    const found = await listChats(em(), { userId, limit: 10, q: `answer ${chatId}` })
    expect(found.chats).toEqual([])
    const vote = castVote(em(), { chatId, messageId: answer, userId, isUpvoted: false })
    await expect(vote).rejects.toMatchObject({ code: 'not-found' })
  })

  test('what it has replaced is kept beside the conversation once the reply has a part', async () => {
    const { chatId, first } = await seedChat()
    const { replyId } = await sendAgain(chatId, first, 'edited')
    await database.sql('update message set parts = $2 where id = $1', [
      replyId,
      JSON.stringify(textParts('new')),
    ])

    await settleReplaced(em(), chatId)

    expect((await messagesOf(chatId)).map(({ id }) => id)).toEqual([first, replyId])
    const { messages, votes } = await storedRows(chatId)
    expect(messages).toHaveLength(6)
    expect(votes).toEqual([])
  })

  test.each(['stopped', 'failed', 'interrupted'])(
    'a reply that is %s without a part is gone, and all that it had replaced is back',
    async (status) => {
      const { chatId, first } = await seedChat()
      const before = await storedRows(chatId)
      const shownBefore = await messagesOf(chatId)
      const { replyId } = await sendAgain(chatId, first, 'edited')
      await database.sql('update message set status = $2 where id = $1', [replyId, status])

      // Also before the rows are brought in line.
      expect(await messagesOf(chatId)).toEqual(shownBefore)
      await settleReplaced(em(), chatId)

      expect(await storedRows(chatId)).toEqual(before)
      const found = await listChats(em(), { userId, limit: 10, q: `answer ${chatId}` })
      expect(found.chats).toHaveLength(1)
    },
  )

  test('it brings everything back when the process dies before the first part', async () => {
    const { chatId, first } = await seedChat()
    const before = await storedRows(chatId)
    const shownBefore = await messagesOf(chatId)
    const { replyId } = await sendAgain(chatId, first, `first ${chatId}`)
    await stopHeartbeat(replyId)

    expect(await messagesOf(chatId)).toEqual(shownBefore)
    expect(await markInterruptedReplies({ orm })).toBe(1)

    expect(await storedRows(chatId)).toEqual(before)
  })

  test('a turn finds what is back, when the process before it has died', async () => {
    const { chatId, ids, first } = await seedChat()
    const { replyId: dead } = await sendAgain(chatId, first, 'edited')
    await stopHeartbeat(dead)

    const next = randomUUID()
    const { replyId, claim } = await sendAgain(chatId, next, 'next')

    expect(claim).toMatchObject({ kind: 'started', hasReplaced: false })
    const { messages, votes } = await storedRows(chatId)
    expect(messages.map(({ id }) => id)).toEqual([...ids, next, replyId])
    expect(votes).toHaveLength(1)
  })

  test('a turn that replaces nothing says so', async () => {
    const { chatId } = await seedChat()
    const { claim } = await sendAgain(chatId, randomUUID(), 'appended')
    expect(claim).toEqual({ kind: 'started', newChatAt: null, hasReplaced: false })
  })
})

async function stopHeartbeat(replyId: string) {
  await database.sql(
    "update message set heartbeat_at = now() - interval '1 minute' where id = $1",
    [replyId],
  )
}

/** The reply of `sendAgain` as the process that writes it keeps it. */
function growing(chatId: string, replyId: string, generationId: string) {
  const parts = createReplyParts()
  parts.add('text', 'text', { type: 'text', text: 'A new answer' })
  return { chatId, replyId, generationId, hasReplaced: true, parts }
}

test('a chat that is locked holds one connection, however often its reply is stored', async () => {
  const { chatId, ids, first } = await seedChat()
  const { replyId, generationId } = await sendAgain(chatId, first, `first ${chatId}`)
  const generation = growing(chatId, replyId, generationId)
  await em().transactional(async (other) => {
    await kysely(other)
      .selectFrom('Chat')
      .select('id')
      .where('id', '=', chatId)
      .forUpdate()
      .execute()
    for (let second = 0; second < 3; second += 1) {
      await storeGrowingReplies(em(), [{ generation, hasChanged: true }])
    }
    const waiting = () =>
      database.sql(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    await expect.poll(waiting).not.toHaveLength(0)
    expect(await waiting()).toHaveLength(1)
  })
  const waiting = { id: ids.slice(1), branchId: null }
  await expect.poll(() => em().count(Message, waiting)).toBe(0)
})

test('a reply is stored also when what it has replaced cannot be kept just then', async () => {
  const { chatId, first, answer } = await seedChat()
  const { replyId, generationId } = await sendAgain(chatId, first, `first ${chatId}`)
  await refuseTo('update', answer)
  const final = { status: 'complete', errorKind: null, usage: NO_USAGE } as const
  const generation = growing(chatId, replyId, generationId)
  expect(await storeFinalReply(orm, generation, final)).toBe(true)

  await allow()
  expect((await messagesOf(chatId)).map(({ text }) => text)).toEqual([
    `first ${chatId}`,
    'A new answer',
  ])
  await markInterruptedReplies({ orm })
  expect(await em().count(Message, { chatId, branchId: null })).toBe(2)
})

test('a chat whose replaced messages cannot be brought back does not hold up the others', async () => {
  const chats: Array<{ chatId: string; replyId: string; before: unknown }> = []
  for (let count = 0; count < 5; count += 1) {
    const { chatId, first } = await seedChat()
    const before = await storedRows(chatId)
    const { replyId } = await sendAgain(chatId, first, `first ${chatId}`)
    await stopHeartbeat(replyId)
    chats.push({ chatId, replyId, before })
  }
  const [stuck, ...others] = chats.toSorted((a, b) => a.chatId.localeCompare(b.chatId))
  if (!stuck) throw new Error('There are no chats.')
  await refuseTo('delete', stuck.replyId)
  await expect(markInterruptedReplies({ orm })).rejects.toThrow('could not be settled: 1.')
  for (const { chatId, before } of others) expect(await storedRows(chatId)).toEqual(before)

  await allow()
  await markInterruptedReplies({ orm })
  expect(await storedRows(stuck.chatId)).toEqual(stuck.before)
})

async function refuseTo(change: 'update' | 'delete', messageId: string) {
  await database.sql(`create or replace function refuse() returns trigger language plpgsql
    as $$ begin raise 'not now'; end $$`)
  await database.sql(`create trigger refuse before ${change} on message for each row
    when (old.id = '${messageId}') execute function refuse()`)
}

async function allow() {
  await database.sql('drop trigger refuse on message')
}
