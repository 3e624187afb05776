import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePng } from '#tests/support/test-images.ts'
import { anySegment, anyText } from './fuzz/arbitraries.ts'
import { leaveAfter, sendBytes, sendRaw } from './fuzz/send-raw.ts'
import { expectOrderly, type FuzzWorld, LIMITS, startFuzzWorld } from './fuzz/world.ts'

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
})
afterAll(() => world?.stop())

const send: FuzzWorld['send'] = (...request) => world.send(...request)

describe('random path segments', () => {
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')
  test.each([
    ['/api/:anything', (segment: string) => `/api/${segment}`],
    ['/api/chat/:anything/stream', (segment: string) => `/api/chat/${segment}/stream`],
    ['/api/:anything.data', (segment: string) => `/api/${segment}.data`],
    ['/uploads/:anything', (segment: string) => `/uploads/${segment}`],
    ['/chat/:anything', (segment: string) => `/chat/${segment}`],
    ['/:anything', (segment: string) => `/${segment}`],
    ['/assets/:anything', (segment: string) => `/assets/${segment}`],
  ])('a request with %s is answered with its status', async (_name, pathOf) => {
    await fc.assert(
      fc.asyncProperty(method, anySegment, async (verb, segment) => {
        await sendHeadAware(verb, pathOf(segment))
      }),
      LIMITS,
    )
  })

  async function sendHeadAware(verb: string, path: string) {
    const answer = await sendRaw(world.app.url, {
      method: verb,
      path,
      headers: { cookie: world.user.client.cookie() },
    })
    // Without a body there is nothing to parse.
    if (verb === 'HEAD') expect(answer.status).toBeLessThan(500)
    else expectOrderly(path, answer)
  }
})

describe('a redirect to an address that the caller has written', () => {
  test.each([
    '/\\evil.example/..%2fassets',
    '/\\evil.example/%2e%2e%2fassets',
    '/\\evil.example%2f..%2fassets',
    '/%5cevil.example/..%2fassets',
    '//evil.example/..%2fassets',
    '//evil.example/%2e%2e/assets',
    '//evil.example/..%5cassets',
    '/\\evil.example/settings',
    '//evil.example/settings',
    '/assets',
    '//assets',
  ])('%s leads to no other site', async (path) => {
    const { status, headers } = await sendRaw(world.app.url, { method: 'GET', path })
    const { origin } = new URL(
      String(headers.location ?? ''),
      `${world.app.url}${path.slice(0, 1)}`,
    )
    expect(origin).toBe(world.app.url)
    expect(status).toBeLessThan(500)
  })
})

describe('unusual request lines and hosts', () => {
  const HOST = 'Host: localhost\r\nConnection: close\r\n\r\n'
  test.each([
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
  ])('a request with %s is answered with its status', async (_name, bytes, status) => {
    expect(await sendBytes(world.app.url, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })
})

describe('a client that leaves in the middle of its body', () => {
  test.each([
    ['PATCH /api/vote', 'application/json', '{"chatId":"'],
    ['POST /api/chat', 'application/json', '{"id":"'],
    ['POST /api/files/upload', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: f'],
    ['POST /login', 'application/x-www-form-urlencoded', 'email=a'],
    ['POST /?index', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data'],
  ])('%s is logged as a request and leaves the process running', async (line, type, body) => {
    const head = [
      `${line} HTTP/1.1`,
      'Host: localhost',
      `Cookie: ${world.user.client.cookie()}`,
      `Content-Type: ${type}`,
      'Content-Length: 1000',
    ].join('\r\n')
    const requestId = randomUUID()
    await leaveAfter(world.app.url, `${head}\r\nX-Request-Id: ${requestId}\r\n\r\n${body}`)
    await world.app.web.waitForLog(
      (log) => log.requestId === requestId && log.msg === 'request',
      5_000,
    )
  })
})

describe('random uploads', () => {
  const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
  const part = (disposition: string, bytes: Buffer, type = 'image/png') =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ])

  test('any file name has an orderly answer', async () => {
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

  test('any bytes have an orderly answer', async () => {
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

  test('any form has an orderly answer', async () => {
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

test('the service is ready after all of this', async () => {
  expect((await fetch(`${world.app.url}/readyz`)).status).toBe(200)
})
