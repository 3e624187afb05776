import { randomUUID } from 'node:crypto'
import { type Row, rowsOf } from './row.ts'
import { OWNERS } from './world.ts'

const of = (documentId: unknown) => `/api/suggestions?documentId=${documentId}`
const one = (id: unknown) => `/api/suggestions?id=${id}`

const get = rowsOf('GET /api/suggestions', [
  {
    when: 'there is one',
    as: OWNERS,
    send: async (world) => ({ path: of((await world.suggestion()).documentId) }),
    status: 200,
    body: [{ originalText: 'One.', suggestedText: 'Two.', description: null, isResolved: false }],
  },
  {
    when: 'it is their own',
    as: 'guest',
    send: async (world) => ({ path: of((await world.suggestion('guest')).documentId) }),
    status: 200,
    body: [{ isResolved: false }],
  },
  {
    when: 'the document has none',
    send: async (world) => ({ path: of((await world.document())[0]?.id) }),
    status: 200,
    body: [],
  },
  {
    when: 'the document is unknown',
    send: () => ({ path: of(randomUUID()) }),
    status: 200,
    body: [],
  },
  { when: 'documentId is missing', send: () => ({ path: '/api/suggestions' }), status: 404 },
  { when: 'documentId is empty', send: () => ({ path: of('') }), status: 404 },
  { when: 'documentId is no UUID', send: () => ({ path: of('abc') }), status: 400 },
  {
    when: "they are another user's",
    as: ['stranger', 'guest'],
    send: async (world) => ({ path: of((await world.suggestion()).documentId) }),
    status: 401,
  },
])

const resolve = rowsOf('PATCH /api/suggestions', [
  {
    when: 'it is open',
    as: OWNERS,
    send: async (world) => ({
      path: one((await world.suggestion()).id),
      json: { isResolved: true },
    }),
    status: 200,
    body: { originalText: 'One.', isResolved: true },
  },
  {
    when: 'id is missing',
    send: () => ({ path: '/api/suggestions', json: { isResolved: true } }),
    status: 400,
  },
  {
    when: 'isResolved is false',
    send: async (world) => ({
      path: one((await world.suggestion()).id),
      json: { isResolved: false },
    }),
    status: 400,
  },
  {
    when: 'it is unknown',
    send: () => ({ path: one(randomUUID()), json: { isResolved: true } }),
    status: 404,
  },
  {
    when: "it is another user's",
    as: 'stranger',
    send: async (world) => ({
      path: one((await world.suggestion()).id),
      json: { isResolved: true },
    }),
    status: 401,
  },
])

export const SUGGESTION_ROWS: Row[] = [...get, ...resolve]
