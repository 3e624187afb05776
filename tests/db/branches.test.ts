import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChat } from '#core/chat/open-chat.ts'
import { showMessage } from '#core/chat/show-message.ts'
import { claimTurn } from '#core/replies/claim-turn.ts'
import { settleReplaced } from '#core/replies/settle-replaced.ts'
import { castVote } from '#core/votes/cast-vote.ts'
import { listVotes } from '#core/votes/list-votes.ts'
import { User } from '#db/entities/user.ts'
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

function em(): EntityManager {
  return orm.em.fork()
}

const textParts = (text: string) => [{ type: 'text', text }]

/** Asks with a message; its reply is written, or ends without a part for an empty text. */
async function ask(chatId: string, question: { id?: string; text: string }, reply: string) {
  const { id = randomUUID(), text } = question
  const replyId = randomUUID()
  await claimTurn(em(), {
    chatId,
    userId,
    conversation: [{ id, role: 'user', parts: textParts(text) }],
    replyId,
    generationId: randomUUID(),
    model: 'a-model',
    streamFormat: null,
    maxRunning: null,
  })
  await database.sql('update message set parts = $2, status = $3 where id = $1', [
    replyId,
    JSON.stringify(reply ? textParts(reply) : []),
    reply ? 'complete' : 'failed',
  ])
  await settleReplaced(em(), chatId)
  return { id, replyId }
}

async function read(chatId: string) {
  const { messages } = await openChat(em(), { chatId, userId, withAlternatives: true })
  return (messages ?? []).map(({ id, role, parts, alternatives }) => ({
    id,
    role,
    text: String(parts[0]?.text),
    alternatives,
  }))
}

async function textsOf(chatId: string) {
  return (await read(chatId)).map(({ text }) => text)
}

const show = (chatId: string, messageId: string) => showMessage(em(), { chatId, userId, messageId })

test('every attempt at a reply is kept, oldest first, and its vote comes back with it', async () => {
  const chatId = randomUUID()
  const { id, replyId: one } = await ask(chatId, { text: 'q' }, 'one')
  await castVote(em(), { chatId, messageId: one, userId, isUpvoted: true })
  const { replyId: two } = await ask(chatId, { id, text: 'q' }, 'two')
  const { replyId: three } = await ask(chatId, { id, text: 'q' }, 'three')

  const [question, reply] = await read(chatId)
  expect(question?.alternatives).toBeUndefined()
  expect(reply).toMatchObject({ id: three, alternatives: [one, two, three] })
  expect(await listVotes(em(), { chatId, userId })).toEqual([])
  await show(chatId, one)
  expect((await read(chatId))[1]).toMatchObject({ id: one, alternatives: [one, two, three] })
  expect(await listVotes(em(), { chatId, userId })).toHaveLength(1)
})

test('an edit in the middle keeps the old text with all that followed, and both go on by themselves', async () => {
  const chatId = randomUUID()
  const { id: first } = await ask(chatId, { text: 'q1' }, 'a1')
  await ask(chatId, { id: first, text: 'q1' }, 'a1 again')
  await ask(chatId, { text: 'q2' }, 'a2')
  await ask(chatId, { id: first, text: 'q1 edited' }, 'b1')

  expect(await textsOf(chatId)).toEqual(['q1 edited', 'b1'])
  const [edited, answer] = await read(chatId)
  expect(edited).toMatchObject({ id: first })
  // The attempts at an answer belong to the text that they answer.
  expect(answer?.alternatives).toBeUndefined()
  const [oldText = '', newest] = edited?.alternatives ?? []
  expect(newest).toBe(first)

  await show(chatId, oldText)
  expect(await textsOf(chatId)).toEqual(['q1', 'a1 again', 'q2', 'a2'])
  expect((await read(chatId))[1]?.alternatives).toHaveLength(2)
  await ask(chatId, { text: 'q3' }, 'a3')
  await show(chatId, first)
  expect(await textsOf(chatId)).toEqual(['q1 edited', 'b1'])
  await show(chatId, oldText)
  expect(await textsOf(chatId)).toEqual(['q1', 'a1 again', 'q2', 'a2', 'q3', 'a3'])
})

test('a message of a branch that is sent again shows its branch', async () => {
  const chatId = randomUUID()
  const { id: first } = await ask(chatId, { text: 'q1' }, 'a1')
  const { id: second } = await ask(chatId, { text: 'q2' }, 'a2')
  await ask(chatId, { id: first, text: 'q1' }, 'b1')
  await ask(chatId, { id: second, text: 'q2' }, 'a2 again')
  expect(await textsOf(chatId)).toEqual(['q1', 'a1', 'q2', 'a2 again'])
})

test('of 100 versions at one place the oldest gives way to a new one', async () => {
  const chatId = randomUUID()
  const { id, replyId: oldest } = await ask(chatId, { text: 'q' }, 'a0')
  for (let count = 1; count <= 100; count += 1) await ask(chatId, { id, text: 'q' }, `a${count}`)
  const { alternatives } = (await read(chatId))[1] ?? {}
  expect(alternatives).toHaveLength(100)
  expect(alternatives).not.toContain(oldest)
})

test('nothing can be shown of another chat, of another user, or while a reply is written', async () => {
  const chatId = randomUUID()
  const { id, replyId } = await ask(chatId, { text: 'q' }, 'a')
  const other = await ask(randomUUID(), { text: 'q' }, 'a')
  await expect(show(chatId, other.replyId)).rejects.toMatchObject({ code: 'not-found' })
  await expect(show(randomUUID(), replyId)).rejects.toMatchObject({ code: 'not-found' })
  const stranger = { chatId, userId: randomUUID(), messageId: replyId }
  await expect(showMessage(em(), stranger)).rejects.toMatchObject({ code: 'not-owner' })
  await database.sql(
    "update message set status = 'streaming', heartbeat_at = now() where id = $1",
    [replyId],
  )
  await expect(show(chatId, id)).rejects.toMatchObject({ code: 'conflict', retryAfter: 2 })
})

test('whatever is sent, retried, edited and shown: what is shown is one path, and nothing is lost', async () => {
  for (const seed of [1, 2]) {
    const next = randomNumbers(seed)
    const pick = <Item>(items: Item[]) => items[Math.floor(next() * items.length)]
    const chatId = randomUUID()
    /** What led to each text, itself included. */
    const paths = new Map<string, string[]>()
    let count = 0
    const grow = (before: string[], text: string) => {
      paths.set(text, [...before, text])
      return text
    }
    for (let step = 0; step < 40; step += 1) {
      const shown = step === 0 ? [] : await read(chatId)
      const texts = shown.map(({ text }) => text)
      const asked = pick(shown.filter(({ role }) => role === 'user'))
      const kind = asked ? next() : 0
      const before = asked ? texts.slice(0, texts.indexOf(asked.text)) : []
      const reply = step > 0 && next() < 0.2 ? '' : `a${++count}`
      if (kind < 0.3) {
        const text = `q${++count}`
        await ask(chatId, { text }, reply || `a${count}`)
        grow([...texts, grow(texts, text)], reply || `a${count}`)
      } else if (kind < 0.5 && asked) {
        await ask(chatId, { id: asked.id, text: asked.text }, reply)
        if (reply) grow([...before, asked.text], reply)
      } else if (kind < 0.7 && asked) {
        const text = `q${++count}`
        await ask(chatId, { id: asked.id, text }, reply)
        if (reply) grow([...before, grow(before, text)], reply)
      } else {
        const ids = await database.sql<{ id: string; text: string }>(
          "select id, parts -> 0 ->> 'text' as text from message where chat_id = $1 order by 2",
          [chatId],
        )
        const target = pick(ids)
        if (!target) continue
        await show(chatId, target.id)
        expect(await textsOf(chatId)).toEqual(expect.arrayContaining(paths.get(target.text) ?? []))
      }
      await checkChat(chatId, paths)
    }
  }
})

/** A small generator, so that a failure can be seen again. */
function randomNumbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

async function checkChat(chatId: string, paths: Map<string, string[]>) {
  const shown = await read(chatId)
  const texts = shown.map(({ text }) => text)
  expect(texts).toEqual(paths.get(texts.at(-1) ?? ''))
  for (const [index, { id, role, alternatives }] of shown.entries()) {
    expect(role).toBe(index % 2 ? 'assistant' : 'user')
    if (alternatives) expect(alternatives).toContain(id)
  }
  const stored = await database.sql<{ text: string }>(
    "select parts -> 0 ->> 'text' as text from message where chat_id = $1",
    [chatId],
  )
  expect(stored.map(({ text }) => text).sort()).toEqual([...paths.keys()].sort())
}
