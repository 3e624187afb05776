import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Row, rowsOf } from './row.ts'
import { OWNERS, type World } from './world.ts'

type Chat = Awaited<ReturnType<World['chat']>>

const of = (chatId: unknown) => `/api/vote?chatId=${chatId}`
let voted: Chat

/** Makes a chat, votes on its reply that often, and keeps it for `after`. */
async function votedChat(world: World, ...types: ('up' | 'down')[]): Promise<Chat> {
  voted = await world.chat()
  for (const type of types) {
    const json = { chatId: voted.chatId, messageId: voted.replyId, type }
    await world.send('owner', '/api/vote', { method: 'PATCH', body: JSON.stringify(json) })
  }
  return voted
}

async function votes(world: World): Promise<unknown> {
  return (await world.send('owner', of(voted.chatId))).json()
}

const get = rowsOf('GET /api/vote', [
  {
    when: 'there is a vote',
    as: OWNERS,
    send: async (world) => ({ path: of((await votedChat(world, 'down')).chatId) }),
    status: 200,
    body: [{ isUpvoted: false }],
  },
  {
    when: 'there is none',
    send: async (world) => ({ path: of((await votedChat(world)).chatId) }),
    status: 200,
    body: [],
  },
  {
    when: 'the chat is their own',
    as: 'guest',
    send: async (world) => ({ path: of((await world.chat('guest')).chatId) }),
    status: 200,
    body: [],
  },
  {
    when: 'the chat is unknown',
    send: () => ({ path: of(randomUUID()) }),
    status: 200,
    body: [],
  },
  { when: 'chatId is missing', send: () => ({ path: '/api/vote' }), status: 400 },
  { when: 'chatId is no UUID', send: () => ({ path: of('abc') }), status: 400 },
  {
    when: "the chat is another user's",
    as: ['stranger', 'guest'],
    send: async (world) => ({ path: of((await votedChat(world, 'up')).chatId) }),
    status: 401,
  },
])

const ballot = ({ chatId, replyId }: Chat, type: unknown = 'up') => ({
  path: '/api/vote',
  json: { chatId, messageId: replyId, type },
})

const patch = rowsOf('PATCH /api/vote', [
  {
    when: 'there is no vote yet',
    as: OWNERS,
    send: async (world) => ballot(await votedChat(world)),
    status: 200,
    headers: { 'content-type': /^text\/plain/ },
    body: 'Message voted',
    async after(world) {
      const { chatId, replyId } = voted
      expect(await votes(world)).toEqual([{ chatId, messageId: replyId, isUpvoted: true }])
    },
  },
  {
    when: 'there is one: it is changed in place',
    send: async (world) => ballot(await votedChat(world, 'up', 'up'), 'down'),
    status: 200,
    body: 'Message voted',
    async after(world) {
      expect(await votes(world)).toMatchObject([{ isUpvoted: false }])
    },
  },
  {
    when: 'the chat is their own',
    as: 'guest',
    send: async (world) => ballot(await world.chat('guest')),
    status: 200,
    body: 'Message voted',
  },
  ...['chatId', 'messageId', 'type'].flatMap((field) =>
    [undefined, null, 'abc', 7].map((wrong) => ({
      when: `${field} is ${wrong}`,
      async send(world: World) {
        const { path, json } = ballot(await votedChat(world))
        return { path, json: { ...json, [field]: wrong } }
      },
      status: 400,
      body: { errors: [{ path: field }] },
    })),
  ),
  { when: 'the body is not JSON', send: () => ({ path: '/api/vote', body: 'up' }), status: 400 },
  { when: 'the body is an array', send: () => ({ path: '/api/vote', json: [] }), status: 400 },
  {
    when: 'the body is over its limit',
    send: () => ({ path: '/api/vote', json: { type: 'x'.repeat(1024 * 1024) } }),
    status: 413,
  },
  {
    when: 'the chat is unknown',
    send: () => ({
      path: '/api/vote',
      json: { chatId: randomUUID(), messageId: randomUUID(), type: 'up' },
    }),
    status: 404,
  },
  {
    when: 'the message is unknown',
    send: async (world) => ballot({ ...(await votedChat(world)), replyId: randomUUID() }),
    status: 404,
  },
  {
    when: 'the message is of another chat',
    async send(world) {
      const elsewhere = await world.chat()
      return ballot({ ...(await votedChat(world)), replyId: elsewhere.replyId })
    },
    status: 404,
  },
  {
    when: "the message is the user's",
    async send(world) {
      const chat = await votedChat(world)
      return ballot({ ...chat, replyId: chat.userMessageId })
    },
    status: 400,
    async after(world) {
      expect(await votes(world)).toEqual([])
    },
  },
  {
    when: "the chat is another user's",
    as: ['stranger', 'guest'],
    send: async (world) => ballot(await votedChat(world, 'up'), 'down'),
    status: 401,
    async after(world) {
      expect(await votes(world)).toMatchObject([{ isUpvoted: true }])
    },
  },
])

export const VOTE_ROWS: Row[] = [...get, ...patch]
