import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Row, rowsOf } from './row.ts'
import { OWNERS, type World } from './world.ts'

const note = { title: 'Note', content: 'One.', kind: 'text' }
const at = (id: unknown) => `/api/document?id=${id}`
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What is left of a document. */
async function contents(world: World, id: string): Promise<unknown> {
  const response = await world.send('owner', at(id))
  if (response.status !== 200) return response.status
  return ((await response.json()) as { content: string }[]).map(({ content }) => content)
}

const ownDocument = async (world: World) => ({ path: at((await world.document())[0]?.id) })

const get = rowsOf('GET /api/document', [
  {
    when: 'it has two versions',
    as: OWNERS,
    send: async (world) => ({ path: at((await world.document('owner', 2))[0]?.id) }),
    status: 200,
    headers: { 'content-type': /^application\/json/ },
    body: [
      { title: 'Rain', content: 'Version 1.', kind: 'text', createdAt: TIMESTAMP },
      { title: 'Rain', content: 'Version 2.', kind: 'text', createdAt: TIMESTAMP },
    ],
  },
  {
    when: 'it is their own',
    as: 'guest',
    send: async (world) => ({ path: at((await world.document('guest'))[0]?.id) }),
    status: 200,
  },
  { when: 'id is missing', send: () => ({ path: '/api/document' }), status: 400 },
  { when: 'id is empty', send: () => ({ path: at('') }), status: 400 },
  { when: 'id is no UUID', send: () => ({ path: at('abc') }), status: 400 },
  { when: 'no document has the id', send: () => ({ path: at(randomUUID()) }), status: 404 },
  { when: "it is another user's", as: ['stranger', 'guest'], send: ownDocument, status: 401 },
])

let saved = ''

const post = rowsOf('POST /api/document', [
  ...(['text', 'code', 'image', 'sheet'] as const).map((kind) => ({
    when: `the id is fresh and the kind ${kind}`,
    send: () => ({ path: at(randomUUID()), json: { ...note, kind } }),
    status: 200,
    body: { title: 'Note', content: 'One.', kind, createdAt: TIMESTAMP },
  })),
  {
    when: 'a version is there already',
    as: OWNERS,
    async send(world: World) {
      saved = (await world.document())[0]?.id ?? ''
      return { path: at(saved), json: note }
    },
    status: 200,
    async after(world: World) {
      expect(await contents(world, saved)).toEqual(['Version 1.', 'One.'])
    },
  },
  {
    when: 'the id is fresh',
    as: 'guest',
    send: () => ({ path: at(randomUUID()), json: note }),
    status: 200,
  },
  {
    when: 'content is an empty string',
    send: () => ({ path: at(randomUUID()), json: { ...note, content: '' } }),
    status: 200,
    body: { content: '' },
  },
  { when: 'id is missing', send: () => ({ path: '/api/document', json: note }), status: 400 },
  { when: 'id is no UUID', send: () => ({ path: at('abc'), json: note }), status: 400 },
  ...['title', 'content', 'kind'].flatMap((field) =>
    [undefined, null, 7].map((wrong) => ({
      when: `${field} is ${wrong}`,
      send: () => ({ path: at(randomUUID()), json: { ...note, [field]: wrong } }),
      status: 400,
      body: { errors: [{ path: field }] },
    })),
  ),
  {
    when: 'kind is none of the four',
    send: () => ({ path: at(randomUUID()), json: { ...note, kind: 'video' } }),
    status: 400,
  },
  {
    when: 'the body is not JSON',
    send: () => ({ path: at(randomUUID()), body: '{"title":' }),
    status: 400,
  },
  { when: 'the body is empty', send: () => ({ path: at(randomUUID()), body: '' }), status: 400 },
  {
    when: 'the body is over its limit',
    send: () => ({
      path: at(randomUUID()),
      json: { ...note, content: 'x'.repeat(8 * 1024 * 1024) },
    }),
    status: 413,
  },
  {
    when: "the id is another user's document",
    as: ['stranger', 'guest'],
    async send(world) {
      saved = (await world.document())[0]?.id ?? ''
      return { path: at(saved), json: note }
    },
    status: 401,
    async after(world) {
      expect(await contents(world, saved)).toEqual(['Version 1.'])
    },
  },
])

const revert = rowsOf('PATCH /api/document', [
  {
    when: 'versions are later than the timestamp; the one at the timestamp stays',
    as: OWNERS,
    async send(world) {
      const versions = await world.document('owner', 3)
      saved = versions[0]?.id ?? ''
      return { path: at(saved), json: { timestamp: versions[1]?.createdAt } }
    },
    status: 200,
    headers: { 'content-type': /^text\/plain/ },
    body: 'Deleted',
    async after(world) {
      expect(await contents(world, saved)).toEqual(['Version 1.', 'Version 2.'])
    },
  },
  {
    when: 'a deleted version has suggestions: they go too',
    async send(world) {
      const { documentId } = await world.suggestion()
      saved = documentId
      return { path: at(documentId), json: { timestamp: '2000-01-01T00:00:00Z' } }
    },
    status: 200,
    body: 'Deleted',
    async after(world) {
      expect(await contents(world, saved)).toBe(404)
      const rows = await world.app.database.sql('select 1 from suggestion where document_id = $1', [
        saved,
      ])
      expect(rows).toEqual([])
    },
  },
  {
    when: 'nothing is later',
    send: async (world) => ({
      ...(await ownDocument(world)),
      json: { timestamp: '2999-01-01T00:00:00Z' },
    }),
    status: 200,
    body: 'Deleted',
  },
  {
    when: 'id is missing',
    send: () => ({ path: '/api/document', json: { timestamp: '2000-01-01T00:00:00Z' } }),
    status: 400,
  },
  ...[undefined, null, 7, '', 'yesterday', '2026-02-30T00:00:00Z'].map((timestamp) => ({
    when: `timestamp is ${JSON.stringify(timestamp)}`,
    send: async (world: World) => ({ ...(await ownDocument(world)), json: { timestamp } }),
    status: 400,
  })),
  {
    when: 'the body is not JSON',
    send: async (world) => ({ ...(await ownDocument(world)), body: 'timestamp=now' }),
    status: 400,
  },
  {
    when: 'no document has the id',
    send: () => ({ path: at(randomUUID()), json: { timestamp: '2000-01-01T00:00:00Z' } }),
    status: 404,
  },
  {
    when: "it is another user's",
    as: ['stranger', 'guest'],
    async send(world) {
      saved = (await world.document())[0]?.id ?? ''
      return { path: at(saved), json: { timestamp: '2000-01-01T00:00:00Z' } }
    },
    status: 401,
    async after(world) {
      expect(await contents(world, saved)).toEqual(['Version 1.'])
    },
  },
])

const withTime = (id: unknown, time: unknown) =>
  `${at(id)}&${new URLSearchParams({ timestamp: String(time) })}`

const remove = rowsOf('DELETE /api/document', [
  {
    when: 'it has two versions',
    as: OWNERS,
    async send(world) {
      saved = (await world.document('owner', 2))[0]?.id ?? ''
      return { path: at(saved) }
    },
    status: 204,
    async after(world) {
      expect(await contents(world, saved)).toBe(404)
    },
  },
  {
    when: 'it is their own',
    as: 'guest',
    send: async (world) => ({ path: at((await world.document('guest'))[0]?.id) }),
    status: 204,
  },
  {
    when: 'a timestamp is given: only later versions are deleted',
    async send(world) {
      const versions = await world.document('owner', 3)
      saved = versions[0]?.id ?? ''
      return { path: withTime(saved, versions[1]?.createdAt) }
    },
    status: 200,
    body: [{ title: 'Rain', content: null, kind: 'text', createdAt: TIMESTAMP }],
    async after(world) {
      expect(await contents(world, saved)).toEqual(['Version 1.', 'Version 2.'])
    },
  },
  {
    when: 'nothing is later than the timestamp',
    send: async (world) => ({
      path: withTime((await world.document())[0]?.id, '2999-01-01T00:00:00Z'),
    }),
    status: 200,
    body: [],
  },
  { when: 'id is missing', send: () => ({ path: '/api/document' }), status: 400 },
  { when: 'id is no UUID', send: () => ({ path: at('abc') }), status: 400 },
  ...['', 'yesterday', '2026-02-30T00:00:00Z'].map((time) => ({
    when: `timestamp is "${time}"`,
    async send(world: World) {
      saved = (await world.document())[0]?.id ?? ''
      return { path: withTime(saved, time) }
    },
    status: 400,
    async after(world: World) {
      expect(await contents(world, saved)).toEqual(['Version 1.'])
    },
  })),
  { when: 'no document has the id', send: () => ({ path: at(randomUUID()) }), status: 404 },
  {
    when: 'no document has the id, and a timestamp is given',
    send: () => ({ path: withTime(randomUUID(), '2000-01-01T00:00:00Z') }),
    status: 404,
  },
  ...[undefined, '2000-01-01T00:00:00Z'].map((time) => ({
    when: `it is another user's${time ? ', and a timestamp is given' : ''}`,
    as: ['stranger', 'guest'] as const,
    async send(world: World) {
      saved = (await world.document())[0]?.id ?? ''
      return { path: time ? withTime(saved, time) : at(saved) }
    },
    status: 401,
    async after(world: World) {
      expect(await contents(world, saved)).toEqual(['Version 1.'])
    },
  })),
])

const list = rowsOf('GET /api/documents', [
  {
    when: 'there are documents',
    as: OWNERS,
    async send(world) {
      await world.document('owner', 2)
      return { path: '/api/documents?limit=1&kind=text&q=rain' }
    },
    status: 200,
    body: {
      documents: [
        {
          title: 'Rain',
          kind: 'text',
          createdAt: TIMESTAMP,
          updatedAt: TIMESTAMP,
          versions: 2,
          chatId: null,
        },
      ],
      hasMore: true,
    },
  },
  ...['0', '101', '1.5', 'x', ''].map((limit) => ({
    when: `limit is "${limit}"`,
    send: () => ({ path: `/api/documents?limit=${limit}` }),
    status: 400,
  })),
  {
    when: 'kind is none of the four',
    send: () => ({ path: '/api/documents?kind=video' }),
    status: 400,
  },
  {
    when: 'the cursor is no UUID',
    send: () => ({ path: '/api/documents?ending_before=x' }),
    status: 400,
  },
  {
    when: 'the cursor is unknown',
    send: () => ({ path: `/api/documents?ending_before=${randomUUID()}` }),
    status: 404,
  },
  {
    when: "the cursor is another user's document",
    as: 'stranger',
    send: async (world) => ({
      path: `/api/documents?ending_before=${(await world.document())[0]?.id}`,
    }),
    status: 404,
  },
])

export const DOCUMENT_ROWS: Row[] = [...get, ...post, ...revert, ...remove, ...list]
