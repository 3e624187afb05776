import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { lockDocument, saveVersion } from '#core/documents/save-version.ts'
import { claimTurn, type Turn } from '#core/replies/claim-turn.ts'
import { markInterruptedReplies } from '#core/replies/mark-interrupted-replies.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { storeGrowingReplies } from '#core/replies/store-reply.ts'
import { writeAsReply } from '#core/replies/write-as-reply.ts'
import { Document } from '#db/entities/document.ts'
import { User } from '#db/entities/user.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

/** The sessions that wait for an advisory lock. */
const WAITING =
  "select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())"

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

// The replies that a test leaves behind are not lost ones of the next.
afterEach(() => database.sql("update message set heartbeat_at = now() + interval '1 hour'"))

/** Begins a reply, in a new chat unless one is given. */
async function beginReply(chatId: string = randomUUID()): Promise<Turn> {
  const message = { id: randomUUID(), role: 'user' as const, parts: [{ type: 'text', text: 'Hi' }] }
  const turn = {
    chatId,
    userId,
    conversation: [message],
    replyId: randomUUID(),
    generationId: randomUUID(),
    model: 'a-model',
    streamFormat: null,
    maxRunning: null,
  }
  await claimTurn(orm.em.fork(), turn)
  return turn
}

/** Stores a document like a tool of the reply; resolves to how many versions are there then. */
async function storeDocument(turn: Turn): Promise<number> {
  const id = randomUUID()
  const text = { kind: 'text' as const, origin: 'ai' as const, content: 'Text' }
  const version = { id, title: 'A title', ...text, userId }
  await writeAsReply(orm.em.fork(), turn, (tx) => saveVersion(tx, version)).catch(() => {})
  return orm.em.fork().count(Document, { id })
}

async function stopHeartbeat({ replyId }: Turn) {
  await database.sql(
    "update message set heartbeat_at = now() - interval '1 minute' where id = $1",
    [replyId],
  )
}

describe('what a tool of a reply writes', () => {
  test('it is stored while the reply is written, and just after that was stopped', async () => {
    const turn = await beginReply()
    expect(await storeDocument(turn)).toBe(1)
    await database.sql("update message set status = 'stopped' where id = $1", [turn.replyId])
    expect(await storeDocument(turn)).toBe(1)
  })

  test('it is not stored once the clean-up has taken its process for dead', async () => {
    const turn = await beginReply()
    await stopHeartbeat(turn)
    expect(await markInterruptedReplies({ orm })).toBe(1)
    expect(await storeDocument(turn)).toBe(0)
  })

  test('it is not stored once the next turn has begun in its place', async () => {
    const turn = await beginReply()
    await stopHeartbeat(turn)
    const next = await beginReply(turn.chatId)
    expect(await storeDocument(turn)).toBe(0)
    expect(await storeDocument(next)).toBe(1)
  })

  test('it is not stored when the chat has been deleted', async () => {
    const turn = await beginReply()
    await database.sql('delete from chat where id = $1', [turn.chatId])
    expect(await storeDocument(turn)).toBe(0)
  })
})

test('a tool that waits for a document holds up no heartbeat', async () => {
  const turn = await beginReply()
  const id = randomUUID()
  const text = { kind: 'text' as const, origin: 'ai' as const, content: 'Text' }
  const version = { id, title: 'A title', ...text, userId }
  const generation = { ...turn, hasReplaced: false, parts: createReplyParts() }

  let writing: Promise<unknown> | undefined
  await orm.em.fork().transactional(async (other) => {
    await lockDocument(other, id)
    writing = writeAsReply(orm.em.fork(), turn, (tx) => saveVersion(tx, version))
    await expect.poll(() => database.sql(WAITING)).toHaveLength(1)
    const storing = storeGrowingReplies(orm.em.fork(), [{ generation, hasChanged: false }])
    const stored = await Promise.race([storing, sleep(15_000, 'held up')])
    expect(stored).toEqual(new Map([[turn.replyId, expect.anything()]]))
  })
  await writing
  expect(await orm.em.fork().count(Document, { id })).toBe(1)
})

test('a process that could not renew its heartbeats for a while, and can again, keeps its replies', async () => {
  const turn = await beginReply()
  await stopHeartbeat(turn)

  const marking = markInterruptedReplies({ orm })
  const status = () => database.sql('select status from message where id = $1', [turn.replyId])
  // The clean-up has seen the old heartbeat, and looks again in three seconds.
  await sleep(500)
  await database.sql('update message set heartbeat_at = now() where id = $1', [turn.replyId])

  expect(await marking).toBe(0)
  expect(await status()).toEqual([{ status: 'streaming' }])
})
