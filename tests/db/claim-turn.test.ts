import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimTurn, type Turn } from '#core/replies/claim-turn.ts'
import { findRunningReply } from '#core/replies/find-running-reply.ts'
import { settleReplaced } from '#core/replies/settle-replaced.ts'
import { User } from '#db/entities/user.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

const ROUNDS = 40

let database: TestDatabase
let orm: Orm
const userId = randomUUID()

beforeAll(async () => {
  database = await createTestDatabase()
  orm = await createOrm(database.url, 4)
  await orm.em.fork().insert(User, { id: userId })
})

afterAll(async () => {
  await orm?.close(true)
  await database?.drop()
})

function turnOf(chatId: string, messageIds: string[], maxRunning: number | null = null): Turn {
  return {
    chatId,
    userId,
    conversation: messageIds.map((id, index) => ({
      id,
      role: (messageIds.length - 1 - index) % 2 ? ('assistant' as const) : ('user' as const),
      parts: [{ type: 'text', text: 'Hello' }],
    })),
    replyId: randomUUID(),
    generationId: randomUUID(),
    model: 'a-model',
    streamFormat: 'ui-message-stream',
    maxRunning,
  }
}

/** Claims turns at the same moment; resolves to what became of each. */
async function claimAtOnce(turns: Turn[]): Promise<string[]> {
  const claims = await Promise.allSettled(turns.map((turn) => claimTurn(orm.em.fork(), turn)))
  return claims
    .map((claim) => (claim.status === 'fulfilled' ? claim.value.kind : claim.reason.code))
    .sort()
}

describe('turns that are claimed at the same moment', () => {
  test('the first message of a new chat, sent twice, starts one reply, and the other request joins it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [chatId, messageId] = [randomUUID(), randomUUID()]
      const turns = [turnOf(chatId, [messageId]), turnOf(chatId, [messageId])]
      expect(await claimAtOnce(turns)).toEqual(['join', 'started'])
    }
  })

  test('one message id in two new chats starts one of them, and leaves nothing of the other', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const chatIds = [randomUUID(), randomUUID()]
      const messageId = randomUUID()
      const outcomes = await claimAtOnce(chatIds.map((chatId) => turnOf(chatId, [messageId])))
      expect(outcomes).toEqual(['conflict', 'started'])
      const chats = await database.sql('select id from chat where id = any($1)', [chatIds])
      expect(chats).toHaveLength(1)
    }
  })
})

describe('turns of one chat that race', () => {
  /** A chat of one question and its answer. */
  async function answeredChat() {
    const [chatId, messageId] = [randomUUID(), randomUUID()]
    const turn = turnOf(chatId, [messageId])
    await claimTurn(orm.em.fork(), turn)
    await database.sql(
      `update message set status = 'complete', parts = '[{"type":"text","text":"Hi"}]' where id = $1`,
      [turn.replyId],
    )
    return { chatId, messageId, answerId: turn.replyId }
  }

  test('one of them is written, and the others wait', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { chatId } = await answeredChat()
      const turns = [randomUUID(), randomUUID(), randomUUID()].map((id) => turnOf(chatId, [id]))
      expect(await claimAtOnce(turns)).toEqual(['busy', 'busy', 'started'])
      expect(await streamingReplies(chatId)).toHaveLength(1)
    }
  })

  test('the database refuses a second reply that is being written in a chat', async () => {
    const { chatId, answerId } = await answeredChat()
    await claimTurn(orm.em.fork(), turnOf(chatId, [randomUUID()]))
    const revive = database.sql("update message set status = 'streaming' where id = $1", [answerId])
    await expect(revive).rejects.toMatchObject({ constraint: 'message_one_streaming_unique' })
  })

  test('of a retry that fails and the next message, each finds the chat in order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { chatId, messageId, answerId } = await answeredChat()
      const retry = turnOf(chatId, [messageId])
      await claimTurn(orm.em.fork(), retry)
      const next = turnOf(chatId, [randomUUID()])

      const fail = async () => {
        await database.sql("update message set status = 'failed' where id = $1", [retry.replyId])
        await settleReplaced(orm.em.fork(), chatId)
      }
      const [claim] = await Promise.all([claimTurn(orm.em.fork(), next), fail()])

      const rows = await database.sql<{ id: string; replaced_by: string | null }>(
        'select id, replaced_by from message where chat_id = $1 order by position',
        [chatId],
      )
      expect(rows.map((row) => row.replaced_by).filter(Boolean)).toEqual([])
      const turn = claim.kind === 'started' ? [next.conversation[0]?.id, next.replyId] : []
      expect(rows.map(({ id }) => id)).toEqual([messageId, answerId, ...turn])
    }
  })
})

function streamingReplies(chatId: string) {
  return database.sql("select id from message where chat_id = $1 and status = 'streaming'", [
    chatId,
  ])
}

describe('a turn of a chat that is not known yet', () => {
  test('its whole history is stored, in order, and the reply comes last', async () => {
    const chatId = randomUUID()
    const turn = turnOf(chatId, [randomUUID(), randomUUID(), randomUUID()])

    const claim = await claimTurn(orm.em.fork(), turn)

    expect(claim).toMatchObject({ kind: 'started', newChatAt: expect.any(String) })
    const rows = await database.sql<{ id: string }>(
      'select id from message where chat_id = $1 order by position',
      [chatId],
    )
    expect(rows.map(({ id }) => id)).toEqual([
      ...turn.conversation.map(({ id }) => id),
      turn.replyId,
    ])
    const running = await findRunningReply(orm.em.fork(), { chatId, userId })
    expect(running).toEqual({ replyId: turn.replyId, streamFormat: 'ui-message-stream' })
  })

  test('it makes no chat when an earlier message of its history belongs to another chat', async () => {
    const known = randomUUID()
    await claimTurn(orm.em.fork(), turnOf(randomUUID(), [known]))
    const chatId = randomUUID()

    const claim = claimTurn(orm.em.fork(), turnOf(chatId, [known, randomUUID(), randomUUID()]))

    await expect(claim).rejects.toMatchObject({ code: 'conflict' })
    expect(await database.sql('select id from chat where id = $1', [chatId])).toEqual([])
  })

  test('it makes no chat when the user has too many replies running', async () => {
    const chatId = randomUUID()

    const claim = claimTurn(orm.em.fork(), turnOf(chatId, [randomUUID()], 1))

    await expect(claim).rejects.toMatchObject({ code: 'rate-limited' })
    expect(await database.sql('select id from chat where id = $1', [chatId])).toEqual([])
  })
})
