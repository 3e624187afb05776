import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatAsJson } from '#core/chat/chat-json.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { User } from '#db/entities/user.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { collect } from '#tests/support/collect.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { imagePart, seedMessages } from '#tests/support/large-chat.ts'

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

const text = (content: string) => ({ type: 'text', text: content })

/** Opens a large chat whose last message is a reply that is being written. */
async function openLargeChat(reply: object[]) {
  const { chatId, ids } = await seedMessages(database, userId, [
    { parts: [imagePart(600_000)] },
    { parts: [text('an answer')] },
    { parts: [text('a question')] },
    { parts: reply, status: 'streaming' },
  ])
  const read = async () => {
    const pieces = await collect(chatAsJson(orm.em.fork(), chat, userId))
    return JSON.parse(pieces.join('')) as { messages: { parts: object[]; status: string }[] }
  }
  const [, answer, question, replyId] = ids
  const setAside = () =>
    database.sql('update message set replaced_by = $1 where id = $2', [replyId, answer])
  const open = async () => openChat(orm.em.fork(), { chatId, userId })
  let chat = await open()
  const reopen = async () => {
    chat = await open()
  }
  return { read, reopen, setAside, answer, question, replyId }
}

const change = (id: string | undefined, parts: object[], status: string) =>
  database.sql('update message set parts = $2, status = $3 where id = $1', [
    id,
    JSON.stringify(parts),
    status,
  ])

test('a reply that grows and ends while its chat is read is given as it stands then', async () => {
  const { read, replyId } = await openLargeChat([text('One')])
  await change(replyId, [text('One two')], 'complete')
  const { messages } = await read()
  expect(messages).toHaveLength(4)
  expect(messages.at(-1)).toMatchObject({ parts: [text('One two')], status: 'complete' })
})

test('a message that is edited while its chat is read ends the reading', async () => {
  const { read, question } = await openLargeChat([text('One')])
  await change(question, [text('another one')], 'complete')
  await expect(read()).rejects.toThrow('changed or deleted')
})

test('a message that is deleted while its chat is read ends the reading', async () => {
  const { read, answer } = await openLargeChat([text('One')])
  await database.sql('delete from message where id = $1', [answer])
  await expect(read()).rejects.toThrow('changed or deleted')
})

test('a reply that ends without a part does not hide what it has replaced', async () => {
  const { read, reopen, setAside, replyId } = await openLargeChat([])
  await setAside()
  await reopen()
  expect((await read()).messages).toHaveLength(3)
  await change(replyId, [], 'failed')
  await expect(read()).rejects.toThrow('changed or deleted')
})

test('of a chat of 60 messages, the newest ones are read alone', async () => {
  const messages = Array.from({ length: 60 }, (_, index) => ({ parts: [text(`${index}`)] }))
  const { chatId, ids } = await seedMessages(database, userId, messages)
  const chat = await openChat(orm.em.fork(), { chatId, userId, newest: 10 })
  expect(chat.messages?.map(({ id }) => id)).toEqual(ids.slice(-10))
  const all = await openChat(orm.em.fork(), { chatId, userId, newest: 100 })
  expect(all.messages).toHaveLength(60)
})
