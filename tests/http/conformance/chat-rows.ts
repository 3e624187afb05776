import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { userMessage } from '#tests/support/chat.ts'
import { type Row, rowsOf } from './row.ts'
import { OWNERS, type World } from './world.ts'

type Chat = Awaited<ReturnType<World['chat']>>

const at = (id: unknown) => `/api/chat?id=${id}`
let chat: Chat
let chatId = ''

/** A turn of a new chat, with `fields` of its body replaced. */
function turn(fields: Record<string, unknown> = {}) {
  chatId = randomUUID()
  const messages = [userMessage('Hello')]
  const json = { id: chatId, messages, selectedChatModel: 'chat-model-small', ...fields }
  return { path: '/api/chat', json }
}

async function ownChat(world: World): Promise<Chat> {
  chat = await world.chat()
  return chat
}

/** How many rows of a table belong to the chat of this row. */
async function count(world: World, table: string): Promise<number> {
  const { sql } = world.app.database
  return (await sql(`select 1 from ${table} where chat_id = $1`, [chat.chatId])).length
}

const DATA_STREAM = {
  'content-type': 'text/plain; charset=utf-8',
  'x-vercel-ai-data-stream': 'v1',
  'x-message-id': /^[0-9a-f-]{36}$/,
}
const OOPS = '3:"Oops, an error occured!"\n'

const post = rowsOf('POST /api/chat', [
  {
    when: 'the chat is new: it is made, with a title',
    as: [...OWNERS, 'guest'],
    send: () => turn(),
    status: 200,
    headers: DATA_STREAM,
    body: expect.stringMatching(
      // The title may come anywhere.
      /^f:\{"messageId":"[^"]+"\}\n(2:.*\n)*0:"[^"]+"\n([02]:.*\n)*e:.*\n(2:.*\n)*d:.*\n$/,
    ),
    async after(world) {
      const [row] = await world.app.database.sql('select title from chat where id = $1', [chatId])
      // The provisional title, or the worker's where it was quicker than this look.
      expect(row?.title).toMatch(/^Hello( to you\.)?$/)
    },
  },
  ...['chat-model-small', 'chat-model-large'].map((selectedChatModel) => ({
    when: `the model is ${selectedChatModel}: no reasoning`,
    send: () => turn({ selectedChatModel }),
    status: 200,
    body: expect.not.stringMatching(/^g:/m),
  })),
  {
    when: 'the model is chat-model-reasoning: reasoning comes too',
    send: () => turn({ selectedChatModel: 'chat-model-reasoning' }),
    status: 200,
    headers: DATA_STREAM,
    body: expect.stringMatching(/^g:"/m),
  },
  {
    when: 'an event stream is asked for',
    send: () => ({ ...turn(), headers: { accept: 'text/event-stream' } }),
    status: 200,
    headers: { 'content-type': /^text\/event-stream/, 'x-vercel-ai-ui-message-stream': 'v1' },
    body: expect.stringMatching(/^data: \{"type":"start"[\s\S]*\ndata: \[DONE\]\n\n$/),
  },
  {
    when: 'the model fails before the first part',
    send: () => turn({ messages: [userMessage('fail')] }),
    logs: /^reply failed: .*: The fake fails with 400/,
    status: 500,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'x-error-kind': 'unknown' },
    body: OOPS,
  },
  {
    when: 'the model fails after it',
    send: () => turn({ messages: [userMessage('break')] }),
    logs: /^reply failed: .*: Failed to process successful response/,
    status: 200,
    headers: DATA_STREAM,
    body: expect.stringContaining(`2:[{"type":"error-kind","content":"cut"}]\n${OOPS}`),
  },
  {
    when: 'id is in upper case: it is the same chat',
    send: () => turn({ id: randomUUID().toUpperCase() }),
    status: 200,
  },
  ...[
    ['no messages', undefined],
    ['messages that are no array', 'Hello'],
    ['an empty array', []],
    ['no user message', [{ role: 'assistant', content: 'Hello' }]],
    ['only a system message', [{ role: 'system', content: 'Hello' }]],
    ['a last entry of the assistant', [userMessage('a'), { role: 'assistant', content: 'b' }]],
    ['an empty message', [userMessage('')]],
    ['a message of spaces', [userMessage(' \n\t ')]],
    ['a message without text and image', [{ role: 'user', parts: [] }]],
    ['an unknown role', [{ role: 'wizard', content: 'a' }]],
    ['messages of null', [null]],
  ].map(([what, messages]) => ({
    when: `there are ${what}`,
    send: () => turn({ messages }),
    status: 400,
  })),
  ...[undefined, null, '', 'abc', 7].map((id) => ({
    when: `id is ${JSON.stringify(id)}`,
    send: () => turn({ id }),
    status: 400,
    body: { errors: [{ path: 'id' }] },
  })),
  ...[undefined, null, '', 'gpt-17', 'constructor'].map((selectedChatModel) => ({
    when: `selectedChatModel is ${JSON.stringify(selectedChatModel)}`,
    send: () => turn({ selectedChatModel }),
    status: 400,
    body: { errors: [{ path: 'selectedChatModel' }] },
  })),
  { when: 'the body is not JSON', send: () => ({ path: '/api/chat', body: '{' }), status: 400 },
  { when: 'the body is empty', send: () => ({ path: '/api/chat', body: '' }), status: 400 },
  {
    when: 'the body is over its limit',
    send: () => turn({ padding: 'x'.repeat(16 * 1024 * 1024) }),
    status: 413,
  },
  {
    when: 'the message id is of another chat',
    async send(world) {
      const { userMessageId } = await ownChat(world)
      return turn({ messages: [userMessage('Hello', userMessageId)] })
    },
    status: 409,
    async after(world) {
      expect(await world.app.database.sql('select 1 from chat where id = $1', [chatId])).toEqual([])
    },
  },
  {
    when: "the chat is another user's",
    as: ['stranger', 'guest'],
    send: async (world) => turn({ id: (await ownChat(world)).chatId }),
    status: 401,
    async after(world) {
      expect(await count(world, 'message')).toBe(2)
    },
  },
])

const remove = rowsOf('DELETE /api/chat', [
  {
    when: 'it has messages and votes: they go too',
    as: OWNERS,
    async send(world) {
      const { replyId: messageId } = await ownChat(world)
      const json = { chatId: chat.chatId, messageId, type: 'up' }
      await world.send('owner', '/api/vote', { method: 'PATCH', body: JSON.stringify(json) })
      expect(await count(world, 'vote')).toBe(1)
      return { path: at(chat.chatId) }
    },
    status: 200,
    headers: { 'content-type': /^text\/plain/ },
    body: 'Chat deleted',
    async after(world) {
      expect(await count(world, 'message')).toBe(0)
      expect(await count(world, 'vote')).toBe(0)
      expect((await world.send('owner', at(chat.chatId))).status).toBe(404)
    },
  },
  {
    when: 'it is their own',
    as: 'guest',
    send: async (world) => ({ path: at((await world.chat('guest')).chatId) }),
    status: 200,
    body: 'Chat deleted',
  },
  { when: 'id is missing', send: () => ({ path: '/api/chat' }), status: 404 },
  { when: 'id is empty', send: () => ({ path: at('') }), status: 404 },
  { when: 'id is no UUID', send: () => ({ path: at('abc') }), status: 400 },
  { when: 'the chat is unknown', send: () => ({ path: at(randomUUID()) }), status: 404 },
  {
    when: "the chat is another user's",
    as: ['stranger', 'guest'],
    send: async (world) => ({ path: at((await ownChat(world)).chatId) }),
    status: 401,
    async after(world) {
      expect(await count(world, 'message')).toBe(2)
    },
  },
  {
    when: 'the database fails unexpectedly',
    async send(world) {
      const { sql } = world.app.database
      await sql(`create function refuse() returns trigger language plpgsql as
                 $$ begin raise exception 'secret of the database'; end $$`)
      await sql(
        'create trigger refuse before delete on chat for each row execute function refuse()',
      )
      return { path: at((await ownChat(world)).chatId) }
    },
    logs: /^request failed: secret of the database/,
    status: 500,
    async after(world) {
      await world.app.database.sql('drop function refuse cascade')
      expect(await count(world, 'message')).toBe(2)
    },
  },
])

const get = rowsOf('GET /api/chat', [
  {
    when: 'it is there',
    as: OWNERS,
    send: async (world) => ({ path: at((await ownChat(world)).chatId) }),
    status: 200,
    body: {
      title: 'A chat',
      visibility: 'private',
      messages: [
        { role: 'user', status: 'complete' },
        { role: 'assistant', status: 'complete' },
      ],
    },
  },
  { when: 'id is missing', send: () => ({ path: '/api/chat' }), status: 400 },
  { when: 'id is no UUID', send: () => ({ path: at('abc') }), status: 400 },
  { when: 'it is unknown', send: () => ({ path: at(randomUUID()) }), status: 404 },
  {
    when: "it is another user's",
    as: ['stranger', 'guest'],
    send: async (world) => ({ path: at((await ownChat(world)).chatId) }),
    status: 401,
  },
])

const patch = rowsOf('PATCH /api/chat', [
  {
    when: 'a title is given',
    as: OWNERS,
    send: async (world) => ({ path: at((await ownChat(world)).chatId), json: { title: ' Rain ' } }),
    status: 200,
    body: { title: 'Rain', visibility: 'private' },
  },
  {
    when: 'a visibility is given',
    send: async (world) => ({
      path: at((await ownChat(world)).chatId),
      json: { visibility: 'public' },
    }),
    status: 200,
    body: { title: 'A chat', visibility: 'public' },
    async after(world) {
      const { status } = await world.send('stranger', at(chat.chatId))
      expect(status, 'a public chat can be read').toBe(200)
    },
  },
  ...[{}, { title: '' }, { title: 7 }, { title: '\u0000' }, { visibility: 'secret' }, []].map(
    (json) => ({
      when: `the body is ${JSON.stringify(json)}`,
      send: async (world: World) => ({ path: at((await ownChat(world)).chatId), json }),
      status: 400,
    }),
  ),
  {
    when: 'it is unknown',
    send: () => ({ path: at(randomUUID()), json: { title: 'Rain' } }),
    status: 404,
  },
  {
    when: "it is another user's",
    as: 'stranger',
    send: async (world) => ({ path: at((await ownChat(world)).chatId), json: { title: 'Mine' } }),
    status: 401,
  },
])

/** Resuming and stopping, of a chat in which no reply is running. */
const stream = ['GET /api/chat/:chatId/stream', 'DELETE /api/chat/:chatId/stream'].flatMap(
  (endpoint) =>
    rowsOf(endpoint, [
      {
        when: 'no reply is running',
        as: OWNERS,
        send: async (world) => ({ path: `/api/chat/${(await ownChat(world)).chatId}/stream` }),
        status: 204,
        body: '',
      },
      {
        when: 'the chat is unknown',
        send: () => ({ path: `/api/chat/${randomUUID()}/stream` }),
        // A client may ask for a reply before the first message is sent; nothing can be stopped then.
        status: endpoint.startsWith('GET') ? 204 : 404,
      },
      { when: 'the id is no UUID', send: () => ({ path: '/api/chat/abc/stream' }), status: 400 },
      {
        when: "the chat is another user's",
        as: ['stranger', 'guest'],
        send: async (world) => ({ path: `/api/chat/${(await ownChat(world)).chatId}/stream` }),
        status: 401,
      },
    ]),
)

const history = rowsOf('GET /api/history', [
  {
    when: 'there are chats',
    as: OWNERS,
    async send(world) {
      await ownChat(world)
      return { path: '/api/history?limit=1' }
    },
    status: 200,
    body: { chats: [{ title: expect.any(String), visibility: expect.any(String) }], hasMore: true },
  },
  ...['0', '101', '1.5', 'x', ''].map((limit) => ({
    when: `limit is "${limit}"`,
    send: () => ({ path: `/api/history?limit=${limit}` }),
    status: 400,
  })),
  {
    when: 'the cursor is no UUID',
    send: () => ({ path: '/api/history?ending_before=x' }),
    status: 400,
  },
  {
    when: 'the cursor is unknown',
    send: () => ({ path: `/api/history?ending_before=${randomUUID()}` }),
    status: 404,
  },
])

export const CHAT_ROWS: Row[] = [...post, ...remove, ...get, ...patch, ...stream, ...history]
