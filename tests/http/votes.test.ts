import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { untilQueryIsBlocked } from '#tests/support/blocked-query.ts'
import {
  type Caller,
  guest,
  registered,
  signedOut,
  withForgedSession,
} from '#tests/support/caller.ts'
import { seedChat } from '#tests/support/seed.ts'

let app: TestApp
let owner: Caller
let stranger: Caller
let chat: Awaited<ReturnType<typeof seedChat>>

beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
  stranger = await registered(app.url)
})
beforeEach(async () => {
  chat = await seedChat(app.database, owner.userId)
})
afterAll(() => app?.stop())

const votes = (caller: Caller, chatId = chat.chatId) =>
  caller.call('GET', `/api/vote?chatId=${chatId}`)

const vote = (caller: Caller, change: object = {}) =>
  caller.call('PATCH', '/api/vote', {
    chatId: chat.chatId,
    messageId: chat.replyId,
    type: 'up',
    ...change,
  })

async function votesOf(caller: Caller) {
  return (await votes(caller)).json()
}

describe('PATCH /api/vote', () => {
  test('a vote is recorded', async () => {
    const response = await vote(owner)
    expect([response.status, await response.text()]).toEqual([200, 'Message voted'])
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
    expect(await votesOf(owner)).toEqual([
      { chatId: chat.chatId, messageId: chat.replyId, isUpvoted: true },
    ])
  })

  test('a second vote on a message replaces the first', async () => {
    await vote(owner)
    await vote(owner, { type: 'down' })
    await vote(owner, { type: 'down' })
    expect(await votesOf(owner)).toMatchObject([{ isUpvoted: false }])
  })

  test('votes that race on one message are all answered, and one is kept', async () => {
    const types = Array.from({ length: 20 }, (_, n) => (n % 2 ? 'up' : 'down'))
    const responses = await Promise.all(types.map((type) => vote(owner, { type })))
    expect(responses.map(({ status }) => status)).toEqual(types.map(() => 200))
    expect(await votesOf(owner)).toHaveLength(1)
  })

  test('a guest can vote', async () => {
    const somebody = await guest(app.url)
    chat = await seedChat(app.database, somebody.userId)
    expect((await vote(somebody)).status).toBe(200)
  })

  test.each([
    { chatId: undefined },
    { chatId: 'x' },
    { chatId: 7 },
    { messageId: undefined },
    { messageId: 'x' },
    { type: undefined },
    { type: 'sideways' },
    { type: true },
  ])('the vote %j is refused with 400', async (wrong) => {
    const response = await vote(owner, wrong)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ errors: [{ path: Object.keys(wrong)[0] }] })
  })

  test.each(['', '{', '[]', 'null'])('the body %j is refused with 400', async (body) => {
    expect((await owner.call('PATCH', '/api/vote', body)).status).toBe(400)
  })

  test('a vote on an unknown chat, an unknown message or a message of another chat is answered 404', async () => {
    const other = await seedChat(app.database, owner.userId)
    for (const wrong of [
      { chatId: randomUUID() },
      { messageId: randomUUID() },
      { messageId: other.replyId },
    ]) {
      expect((await vote(owner, wrong)).status).toBe(404)
    }
  })

  test("a vote on the user's own message is refused with 400", async () => {
    expect((await vote(owner, { messageId: chat.userMessageId })).status).toBe(400)
    expect(await votesOf(owner)).toEqual([])
  })

  test("a vote on a message of another user's chat is refused with 401", async () => {
    expect((await vote(stranger)).status).toBe(401)
    expect((await vote(stranger, { messageId: chat.userMessageId })).status).toBe(401)
    expect(await votesOf(owner)).toEqual([])
  })

  test('a vote without a session is refused with 401 before anything else is checked', async () => {
    for (const nobody of [signedOut(app.url), withForgedSession(app.url)]) {
      expect((await vote(nobody)).status).toBe(401)
      expect((await vote(nobody, { type: 'sideways' })).status).toBe(401)
      expect((await nobody.call('PATCH', '/api/vote', '{')).status).toBe(401)
    }
  })

  test('a vote on a chat that is being deleted is answered 404 and does not block the deletion', async () => {
    const deleter = new pg.Client(app.databaseUrl)
    await deleter.connect()
    try {
      await deleter.query('begin')
      await deleter.query('select 1 from chat where id = $1 for update', [chat.chatId])
      const late = vote(owner)
      await untilQueryIsBlocked(app.database)
      // The vote waits for the chat, and must hold nothing that the delete needs.
      await deleter.query('delete from chat where id = $1', [chat.chatId])
      await deleter.query('commit')
      expect((await late).status).toBe(404)
    } finally {
      await deleter.end()
    }
  })
})

describe('GET /api/vote', () => {
  test('the list is empty for a chat without votes and for an unknown chat', async () => {
    expect(await votesOf(owner)).toEqual([])
    const response = await votes(owner, randomUUID())
    expect([response.status, await response.json()]).toEqual([200, []])
  })

  test("the votes of another user's chat are refused with 401", async () => {
    expect((await votes(stranger)).status).toBe(401)
    await vote(owner)
    expect((await votes(stranger)).status).toBe(401)
  })

  test.each(['', '?chatId=', '?chatId=x'])('the query %j is refused with 400', async (query) => {
    expect((await owner.call('GET', `/api/vote${query}`)).status).toBe(400)
    expect((await signedOut(app.url).call('GET', `/api/vote${query}`)).status).toBe(401)
  })
})
