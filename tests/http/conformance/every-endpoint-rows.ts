import { randomUUID } from 'node:crypto'
import { type Row, rowsOf } from './row.ts'
import { NOBODIES } from './world.ts'

/** The methods of every path, in the order of `Allow`. */
const PATHS = {
  '/api/document': ['GET', 'POST', 'PATCH', 'DELETE'],
  '/api/documents': ['GET'],
  '/api/chat': ['GET', 'POST', 'PATCH', 'DELETE'],
  '/api/chat/:chatId/stream': ['GET', 'DELETE'],
  '/api/chat/:id/export': ['GET'],
  '/api/document/:id/export': ['GET'],
  '/api/files/upload': ['POST'],
  '/api/vote': ['GET', 'PATCH'],
  '/api/suggestions': ['GET', 'PATCH'],
  '/api/history': ['GET'],
  '/api/session': ['GET', 'POST', 'DELETE'],
  '/api/users': ['POST'],
  '/api/tokens': ['GET', 'POST', 'DELETE'],
}
const PUBLIC = ['POST /api/session', 'POST /api/users']
const FOREIGN = { origin: 'https://evil.example' }
const CROSS_SITE = { 'sec-fetch-site': 'cross-site' }

const concrete = (path: string) => path.replace(/:\w+/, randomUUID())

function rowsOfPath([path, methods]: [string, string[]]): Row[] {
  const allow = (methods.includes('GET') ? [...methods, 'HEAD'] : methods).join(', ')
  const unknown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
    (method) => !methods.includes(method),
  )
  return [
    ...unknown.flatMap((method) =>
      rowsOf(`${method} ${path}`, [
        {
          when: 'the path has no such method',
          as: ['owner', 'signed out'],
          send: () => ({ path: concrete(path) }),
          status: 405,
          headers: { allow },
        },
      ]),
    ),
    ...methods.flatMap((method) => rowsOfEndpoint(method, path)),
  ]
}

/** Nothing is looked at before the session, and nothing foreign is let in. */
function rowsOfEndpoint(method: string, path: string): Row[] {
  const endpoint = `${method} ${path}`
  const writes = method !== 'GET'
  const sessionRows = PUBLIC.includes(endpoint)
    ? []
    : rowsOf(endpoint, [
        {
          when: 'nothing is given: the session comes first',
          as: NOBODIES,
          send: () => ({ path: concrete(path) }),
          status: 401,
        },
        ...(writes
          ? [
              {
                when: 'the body is broken: the session comes first',
                as: NOBODIES,
                send: () => ({ path: concrete(path), body: '{' }),
                status: 401,
              },
            ]
          : []),
      ])
  if (!writes) return sessionRows
  const foreign = [FOREIGN, CROSS_SITE, { origin: 'null' }].map((headers) => ({
    when: `another site's page sent it (${Object.entries(headers).join(': ')})`,
    send: () => ({ path: concrete(path), headers, json: {} }),
    status: 403,
  }))
  return [...sessionRows, ...rowsOf(endpoint, foreign)]
}

const unknownPaths = rowsOf('GET /api/…', [
  ...['/api', '/api/', '/api/nothing', '/api/chat/x/y/z', '/api/document/extra'].map((path) => ({
    when: `${path} is unknown`,
    as: ['owner', 'signed out'] as ('owner' | 'signed out')[],
    send: () => ({ path }),
    status: 404,
  })),
])

const malformedPaths = rowsOf('GET /api/…', [
  {
    when: 'the path is not percent-encoded as it should be',
    as: ['owner', 'signed out'],
    send: () => ({ path: '/api/%E0%A4%A' }),
    status: 400,
  },
])

const unknownWrites = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].flatMap((method) =>
  rowsOf(`${method} /api/…`, [
    { when: '/api/nothing is unknown', send: () => ({ path: '/api/nothing' }), status: 404 },
  ]),
)

/** A page of our own may write; a program says no origin. */
const ownSite = rowsOf('PATCH /api/vote', [
  {
    when: 'a page of ours sent it: looked at, and found wanting',
    send: (world) => ({ path: '/api/vote', headers: { origin: world.app.url }, json: {} }),
    status: 400,
  },
  {
    when: 'a foreign page has an API token: no cookie is misused',
    as: 'API token',
    send: () => ({ path: '/api/vote', headers: FOREIGN, json: {} }),
    status: 400,
  },
])

export const EVERY_ENDPOINT_ROWS: Row[] = [
  ...Object.entries(PATHS).flatMap(rowsOfPath),
  ...unknownPaths,
  ...malformedPaths,
  ...unknownWrites,
  ...ownSite,
]
