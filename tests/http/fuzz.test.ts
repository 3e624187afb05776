import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'
import { chatOnce, getChat, postChat, textOf } from '#tests/support/chat.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { seedChat, seedSuggestion } from '#tests/support/seed.ts'
import { makePng } from '#tests/support/test-images.ts'
import { anyBody, anyForm, anyHeaders, anyQuery, anySegment, anyText } from './fuzz/arbitraries.ts'
import { leaveAfter, type RawAnswer, sendBytes, sendRaw } from './fuzz/send-raw.ts'

/** Whatever comes in: never a 5xx, on `/api` always a problem, always a request id. */

let model: FakeOpenAi
let app: TestApp
let user: Caller
/** Records of the user, for requests that are right but for one thing. */
const ids = { chat: '', reply: '', document: '', suggestion: '' }

beforeAll(async () => {
  model = await startFakeOpenAi({
    record: false,
    reply: (request) => ({ text: lastUserText(request) === 'write NUL' ? NASTY_REPLY : 'Hello.' }),
  })
  app = await startApp({ worker: true, env: { OPENAI_BASE_URL: model.url } })
  user = await registered(app.url)
  const saved = await user.call('POST', `/api/document?id=${randomUUID()}`, {
    title: 'Note',
    content: 'One.',
    kind: 'text',
  })
  const version = (await saved.json()) as { id: string; createdAt: string }
  const { chatId, replyId } = await seedChat(app.database, user.userId)
  const suggestion = await seedSuggestion(app.database, { version, userId: user.userId })
  Object.assign(ids, { chat: chatId, reply: replyId, document: version.id, suggestion })
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

/** Of one property: about a second or two. A failure prints its seed. */
const LIMITS = { numRuns: 80, interruptAfterTimeLimit: 2_500, markInterruptAsFailure: false }

async function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
) {
  const own = { cookie: user.client.cookie(), ...(body && { 'content-type': 'application/json' }) }
  const answer = await sendRaw(app.url, {
    method,
    path,
    headers: { ...own, ...headers },
    ...(body !== undefined && { body }),
  })
  expectSane(path, answer)
  return answer
}

function expectSane(path: string, { status, headers, text }: RawAnswer) {
  expect(status, text).toBeLessThan(500)
  expect(headers['x-request-id']).toMatch(/^[\w.-]{8,100}$/)
  if (status < 400 || !path.startsWith('/api/')) return
  expect(headers['content-type'], text).toBe('application/problem+json')
  expect(JSON.parse(text)).toMatchObject({ status, requestId: headers['x-request-id'] })
}

type Endpoint = { method: string; path: () => string; names: string[]; body?: unknown }

const message = {
  id: 'a-stock-id',
  role: 'user',
  content: 'Hello',
  parts: [
    { type: 'text', text: 'Hello' },
    { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png', filename: 'a.png' },
  ],
  experimental_attachments: [
    { url: 'https://example.com/b.png', name: 'b.png', contentType: 'image/png' },
  ],
}
const earlierReplies = [
  {
    role: 'assistant',
    content: [{ type: 'text', text: 'Hi' }],
    toolInvocations: [
      {
        state: 'result',
        toolCallId: 'c1',
        toolName: 'getWeather',
        args: { a: 1 },
        result: { b: 2 },
      },
    ],
  },
  {
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'Hm' },
      {
        type: 'tool-getWeather',
        toolCallId: 'c2',
        state: 'output-available',
        input: { a: 1 },
        output: { b: ['x'] },
      },
    ],
  },
]
const turn = (messages: unknown[]) => ({
  id: '6f5902ac-237e-4a3b-8f1c-0c1f2b1f0001',
  messages,
  selectedChatModel: 'chat-model-small',
})

const ENDPOINTS: Endpoint[] = [
  { method: 'POST', path: () => '/api/chat', names: ['id'], body: turn([message]) },
  {
    method: 'POST',
    path: () => '/api/chat',
    names: ['id'],
    body: turn([...earlierReplies, { role: 'user', content: [{ type: 'text', text: 'And?' }] }]),
  },
  { method: 'GET', path: () => `/api/chat?id=${ids.chat}`, names: ['id'] },
  {
    method: 'PATCH',
    path: () => `/api/chat?id=${ids.chat}`,
    names: ['id'],
    body: { title: 'Rain', visibility: 'private' },
  },
  { method: 'DELETE', path: () => `/api/chat?id=${randomUUID()}`, names: ['id'] },
  {
    method: 'GET',
    path: () => '/api/history?limit=3',
    names: ['limit', 'ending_before', 'starting_after', 'q'],
  },
  { method: 'GET', path: () => `/api/document?id=${ids.document}`, names: ['id'] },
  {
    method: 'POST',
    path: () => `/api/document?id=${ids.document}`,
    names: ['id'],
    body: { title: 'Note', content: 'One.', kind: 'text' },
  },
  {
    method: 'PATCH',
    path: () => `/api/document?id=${ids.document}`,
    names: ['id'],
    body: { timestamp: '2999-01-01T00:00:00Z' },
  },
  { method: 'GET', path: () => `/api/vote?chatId=${ids.chat}`, names: ['chatId'] },
  {
    method: 'PATCH',
    path: () => '/api/vote',
    names: ['chatId'],
    body: { chatId: randomUUID(), messageId: randomUUID(), type: 'up' },
  },
  {
    method: 'GET',
    path: () => `/api/suggestions?documentId=${ids.document}`,
    names: ['documentId'],
  },
  {
    method: 'PATCH',
    path: () => `/api/suggestions?id=${ids.suggestion}`,
    names: ['id'],
    body: { isResolved: true },
  },
  { method: 'GET', path: () => `/api/chat/${ids.chat}/export`, names: ['format'] },
  { method: 'GET', path: () => `/api/chat/${ids.chat}/stream`, names: ['id'] },
  { method: 'GET', path: () => `/api/document/${ids.document}/export`, names: ['version'] },
  { method: 'GET', path: () => '/api/openapi.json', names: ['id'] },
  { method: 'GET', path: () => '/api/tokens', names: ['id'] },
  {
    method: 'POST',
    path: () => '/api/tokens',
    names: ['id'],
    body: { name: 'ci', expiresInDays: 7 },
  },
  { method: 'DELETE', path: () => `/api/tokens?id=${randomUUID()}`, names: ['id'] },
  { method: 'GET', path: () => '/api/session', names: ['id'] },
  {
    method: 'POST',
    path: () => '/api/session',
    names: ['id'],
    body: { email: 'nobody@example.com', password: 'x' },
  },
  {
    method: 'POST',
    path: () => '/api/users',
    names: ['id'],
    body: { email: 'not an address', password: 'short' },
  },
]

const named = ENDPOINTS.map((endpoint) => ({
  ...endpoint,
  name: `${endpoint.method} ${endpoint.path().split('?')[0]}`,
}))

describe('bodies', () => {
  it.each(named.filter(({ body }) => body !== undefined))('$name', async (endpoint) => {
    const { method, path, body } = endpoint
    await fc.assert(
      fc.asyncProperty(anyBody(body), async (json) => void (await send(method, path(), {}, json))),
      LIMITS,
    )
  })
})

describe('query strings', () => {
  it.each(named)('$name', async ({ method, path, names, body }) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    // A chat that is really asked costs more than the reading of its query.
    const numRuns = path() === '/api/chat' || path() === '/api/session' ? 5 : 40
    await fc.assert(
      fc.asyncProperty(anyQuery(...names), async (query) => {
        await send(method, `${path().split('?')[0]}?${query}`, {}, json)
      }),
      { ...LIMITS, numRuns },
    )
  })
})

describe('headers', () => {
  it.each(named.filter(({ body }) => body === undefined))('$name', async ({ method, path }) => {
    await fc.assert(
      fc.asyncProperty(anyHeaders, async (headers) => void (await send(method, path(), headers))),
      { ...LIMITS, numRuns: 40 },
    )
  })

  it('PATCH /api/vote, with a body', async () => {
    await fc.assert(
      fc.asyncProperty(anyHeaders, async (headers) => {
        await send('PATCH', '/api/vote', headers, '{"type":"up"}')
      }),
      LIMITS,
    )
  })
})

describe('paths', () => {
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
  it.each([
    ['/api/:anything', (segment: string) => `/api/${segment}`],
    ['/api/chat/:anything/stream', (segment: string) => `/api/chat/${segment}/stream`],
    ['/api/:anything.data', (segment: string) => `/api/${segment}.data`],
    ['/uploads/:anything', (segment: string) => `/uploads/${segment}`],
    ['/chat/:anything', (segment: string) => `/chat/${segment}`],
    ['/:anything', (segment: string) => `/${segment}`],
    ['/assets/:anything', (segment: string) => `/assets/${segment}`],
  ])('%s', async (_name, pathOf) => {
    await fc.assert(
      fc.asyncProperty(method, anySegment, async (verb, segment) => {
        await sendHeadAware(verb, pathOf(segment))
      }),
      LIMITS,
    )
  })

  async function sendHeadAware(verb: string, path: string) {
    const answer = await sendRaw(app.url, {
      method: verb,
      path,
      headers: { cookie: user.client.cookie() },
    })
    // Without a body there is nothing to parse.
    if (verb === 'HEAD') expect(answer.status).toBeLessThan(500)
    else expectSane(path, answer)
  }
})

describe('request lines and hosts', () => {
  const HOST = 'Host: localhost\r\nConnection: close\r\n\r\n'
  it.each([
    ['TRACE', `TRACE /api/vote HTTP/1.1\r\n${HOST}`, 405],
    ['PROPFIND', `PROPFIND /api/vote HTTP/1.1\r\n${HOST}`, 405],
    ['a method that is none', `HELLO /api/vote HTTP/1.1\r\n${HOST}`, 400],
    ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${HOST}`, 400],
    ['a target with a host', `GET http://evil.example/ HTTP/1.1\r\n${HOST}`, 400],
    ['a host that is none', 'GET /login HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    [
      'a port that is none',
      'GET /login HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['an empty host', 'GET /login HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 200],
    ['no host, as HTTP/1.0', 'GET /login HTTP/1.0\r\n\r\n', 200],
    [
      'a forwarded host that is none',
      `GET /login HTTP/1.1\r\nX-Forwarded-Host: a:99999\r\n${HOST}`,
      400,
    ],
    ['two slashes', `GET //evil.example/ HTTP/1.1\r\n${HOST}`, 404],
    ['dot segments', `GET /api/%2e./login HTTP/1.1\r\n${HOST}`, 400],
    ['a bad length', `POST /api/vote HTTP/1.1\r\nContent-Length: x\r\n${HOST}`, 400],
    [
      'a length and chunks',
      `POST /api/vote HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${HOST}`,
      400,
    ],
  ])('%s', async (_name, bytes, status) => {
    expect(await sendBytes(app.url, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})

describe('a client that leaves in the middle of its body', () => {
  it.each([
    ['PATCH /api/vote', 'application/json', '{"chatId":"'],
    ['POST /api/chat', 'application/json', '{"id":"'],
    ['POST /api/files/upload', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: f'],
    ['POST /login', 'application/x-www-form-urlencoded', 'email=a'],
    ['POST /?index', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data'],
  ])('does no harm: %s', async (line, type, body) => {
    const head = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${user.client.cookie()}`,
      `Content-Type: ${type}`,
      'Content-Length: 1000',
    ].join('\r\n')
    const requestId = randomUUID()
    await leaveAfter(app.url, `${head}\r\nX-Request-Id: ${requestId}\r\n\r\n${body}`)
    await app.web.waitForLog((log) => log.requestId === requestId && log.msg === 'request', 5_000)
  })
})

describe('uploads', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (disposition: string, bytes: Buffer, type = 'image/png') =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ])

  it('takes any file name', async () => {
    const png = await makePng()
    const name = anyText.map((text) =>
      text
        .toWellFormed()
        .slice(0, 300)
        .replace(/[\r\n"]/g, '_'),
    )
    await fc.assert(
      fc.asyncProperty(name, async (filename) => {
        const body = part(`form-data; name="file"; filename="${filename}"`, png)
        await send('POST', '/api/files/upload', multipart, body)
      }),
      { ...LIMITS, numRuns: 25 },
    )
  })

  it('takes any bytes', async () => {
    const png = await makePng()
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.nat(png.length - 1), fc.nat(255))
        .map(([at, value]) => Buffer.from(png).fill(value, at, at + 1)),
      fc.nat(png.length).map((length) => png.subarray(0, length)),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (file) => {
        const body = part('form-data; name="file"; filename="a.png"', Buffer.from(file))
        await send('POST', '/api/files/upload', multipart, body)
      }),
      { ...LIMITS, numRuns: 40 },
    )
  })

  it('takes any form', async () => {
    const pieces = ['--b', '--', '\r\n', '\n', 'Content-Disposition: form-data', '; name="file"']
    const body = fc.array(
      fc.oneof(fc.constantFrom(...pieces, '; filename="', ': ', '\u0000'), anyText),
    )
    await fc.assert(
      fc.asyncProperty(body, async (parts) => {
        await send('POST', '/api/files/upload', multipart, parts.join(''))
      }),
      LIMITS,
    )
  })
})

describe('pages', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const page = (
    name: string,
    fields: Record<string, string>,
    path = () => `/${name}`,
    numRuns = 25,
  ) => ({ name: `/${name}`, fields, path, numRuns }) as const

  it.each([
    page('login', { email: 'a@example.com', password: 'x', redirectTo: '/' }, undefined, 8),
    page('register', { email: 'nobody', password: 'short', redirectTo: '/' }),
    page('guest', { redirectTo: '/settings' }),
    page('settings', { intent: 'create-token', name: 'ci', expiresInDays: '7', id: 'x' }),
    page('', { intent: 'send', text: 'Hello', model: 'chat-model-small' }, () => '/?index'),
    page(
      'chat/:chatId',
      { intent: 'rename', title: 'Rain', visibility: 'public', text: 'Hello', redirectTo: '/' },
      () => `/chat/${ids.chat}`,
    ),
    page(
      'chat/:chatId (a message)',
      { intent: `up ${randomUUID()}`, text: 'Hello', model: 'x' },
      () => `/chat/${ids.chat}`,
    ),
    page(
      'documents/:documentId',
      { intent: 'accept', suggestion: ids.suggestion, version: '2026-01-01T00:00:00Z' },
      () => `/documents/${ids.document}`,
    ),
    page('logout', { x: 'y' }, () => '/logout', 1),
  ])('POST $name', async ({ path, fields, numRuns }) => {
    // Signing in and out must not end the session of the other tests.
    const { cookie } = { cookie: path() === '/logout' ? '' : user.client.cookie() }
    await fc.assert(
      fc.asyncProperty(anyForm(fields), async (body) => {
        await send('POST', path(), { ...form, cookie }, body)
      }),
      { ...LIMITS, numRuns },
    )
  })

  it('GET, with any query', async () => {
    const paths = ['/', '/login', '/register', '/guest', '/logout', '/settings', '/docs/api']
    const path = fc.constantFrom(...paths, `/chat/${ids.chat}`, `/documents/${ids.document}`)
    const query = anyQuery('redirectTo', 'before', 'q', 'version', 'edit', '_routes')
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), query, async (page, asData, search) => {
        const data = page === '/' ? '/_root.data' : `${page}.data`
        await send('GET', `${asData ? data : page}?${search}`)
      }),
      LIMITS,
    )
  })
})

/** NUL, half a character at the end of one delta and the other half in the next, and alone. */
const NASTY_REPLY = ['a\u0000b ', '\ud83d', '\ude00 ', '\udfff end']

describe('texts that Postgres refuses', () => {
  it('are stored without what cannot be, from a user', async () => {
    const chatId = randomUUID()
    const text = 'a\u0000b \ud800 😀'
    const parts = [
      { type: 'text', text },
      {
        type: 'tool-\u0000',
        toolCallId: '\u0000',
        state: 'output-available',
        output: { [text]: [text] },
      },
    ]
    const history = [
      { id: 'x\u0000', role: 'assistant', parts },
      { id: 'y\ud800', role: 'user', content: text },
    ]
    const response = await postChat(user.client, history, { chatId })
    expect(response.status, await response.clone().text()).toBe(200)
    expect((await readDataStream(response)).text).toBe('Hello.')
    const { messages, title } = await getChat(user.client, chatId)
    expect(title).toBe('ab \ufffd 😀')
    expect(messages.map(textOf)).toEqual(['ab \ufffd 😀', 'ab \ufffd 😀', 'Hello.'])
  })

  it('are stored without what cannot be, from a model', async () => {
    const { chatId } = await chatOnce(user.client, 'write NUL')
    const [, reply] = (await getChat(user.client, chatId)).messages
    expect(reply?.status).toBe('complete')
    expect(textOf(reply)).toBe('ab 😀 \ufffd end')
  })
})

it('is as well as before, and nothing went wrong on the way', async () => {
  expect((await fetch(`${app.url}/readyz`)).status).toBe(200)
  for (const process of [app.web, app.worker]) {
    const bad = process?.logs().filter(({ level = 60 }) => level >= 50)
    expect(new Set(bad?.map(({ msg, err }) => `${msg} ${JSON.stringify(err)}`))).toEqual(new Set())
  }
})
