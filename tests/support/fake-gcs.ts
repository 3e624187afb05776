import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FakeGcs = {
  /** For `STORAGE_EMULATOR_HOST`. */
  url: string
  /** Every request, as `METHOD /path`. */
  requests: string[]
  objects: Map<string, FakeObject>
  /** Answers the next requests with these statuses instead of doing what they ask. */
  failNext(...statuses: number[]): void
  /** From now on answers the first, third, … request with this status. */
  failEveryOther(status: number): void
  /** From now on accepts requests and never answers. */
  hang(): void
  close(): Promise<void>
}

type FakeObject = { body: Buffer; contentType: string; updated: string }

/**
 * A server that speaks what we use of Cloud Storage's JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1): insert in one multipart
 * request, media download, delete, list with `startOffset`.
 */
export async function startFakeGcs(bucket = 'test-bucket'): Promise<FakeGcs> {
  const objects = new Map<string, FakeObject>()
  const requests: string[] = []
  const failures: number[] = []
  let hanging = false
  let everyOther: { status: number; seen: number } | undefined

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake')
    requests.push(`${request.method} ${url.pathname}`)
    const body = await readAll(request)
    if (hanging) return
    const unlucky = everyOther && everyOther.seen++ % 2 === 0 ? everyOther.status : undefined
    const failure = failures.shift() ?? unlucky
    if (failure) return reply(response, failure, { error: { code: failure, message: 'injected' } })
    const path = url.pathname.replace(/^\/storage\/v1/, '')
    const base = `/b/${bucket}/o`
    if (request.method === 'POST' && url.pathname === `/upload/storage/v1${base}`) {
      return insert(url, request, body, response)
    }
    if (request.method === 'GET' && path === base) return list(url, response)
    if (path.startsWith(`${base}/`)) {
      return object(decodeURIComponent(path.slice(base.length + 1)), url, request, response)
    }
    notFound(response)
  })

  function insert(url: URL, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { metadata, media } = parseRelated(request.headers['content-type'] ?? '', body)
    const name = url.searchParams.get('name') ?? metadata.name ?? ''
    const stored = {
      body: media,
      contentType: metadata.contentType ?? 'application/octet-stream',
      updated: new Date().toISOString(),
    }
    objects.set(name, stored)
    reply(response, 200, resource(name, stored))
  }

  function list(url: URL, response: ServerResponse) {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = url.searchParams.get('startOffset') ?? ''
    const items = [...objects]
      .filter(([name]) => name.startsWith(prefix) && name >= from)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, Number(url.searchParams.get('maxResults') ?? 1_000))
      .map(([name, stored]) => resource(name, stored))
    reply(response, 200, { kind: 'storage#objects', items })
  }

  function object(name: string, url: URL, request: IncomingMessage, response: ServerResponse) {
    const stored = objects.get(name)
    if (!stored) return notFound(response)
    if (request.method === 'DELETE') {
      objects.delete(name)
      response.writeHead(204).end()
    } else if (url.searchParams.get('alt') === 'media') {
      response
        .writeHead(200, {
          'Content-Type': stored.contentType,
          'Content-Length': stored.body.length,
          'x-goog-hash': `crc32c=${crc32c(stored.body)},md5=${md5(stored.body)}`,
        })
        .end(stored.body)
    } else {
      reply(response, 200, resource(name, stored))
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    objects,
    failNext: (...statuses) => void failures.push(...statuses),
    failEveryOther: (status) => {
      everyOther = { status, seen: 0 }
    },
    hang: () => {
      hanging = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  function resource(name: string, { body, contentType, updated }: FakeObject) {
    return {
      kind: 'storage#object',
      name,
      bucket,
      contentType,
      updated,
      size: String(body.length),
      md5Hash: md5(body),
      crc32c: crc32c(body),
    }
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Takes a multipart/related body of two parts apart: JSON metadata, then the bytes. */
function parseRelated(type: string, body: Buffer) {
  const boundary = type.match(/boundary="?([^";]+)/)?.[1] ?? ''
  const [, first = '', second = ''] = body.toString('latin1').split(`--${boundary}`)
  const content = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
  return {
    metadata: JSON.parse(content(first)) as { name?: string; contentType?: string },
    media: Buffer.from(content(second), 'latin1'),
  }
}

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

function notFound(response: ServerResponse) {
  reply(response, 404, { error: { code: 404, message: 'No such object' } })
}

function md5(body: Buffer): string {
  return createHash('md5').update(body).digest('base64')
}

/** CRC-32C (Castagnoli), big-endian, base64: how Cloud Storage gives it. */
function crc32c(body: Buffer): string {
  let crc = 0xffffffff
  for (const byte of body) crc = (crc >>> 8) ^ (CRC32C_TABLE[(crc ^ byte) & 0xff] ?? 0)
  const out = Buffer.alloc(4)
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0)
  return out.toString('base64')
}

const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
  return value >>> 0
})
