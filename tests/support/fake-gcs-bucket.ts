import { createHash } from 'node:crypto'
import { type BucketAnswer, type BucketAnswers, html, json } from './fake-gcs-answers.ts'

export type FakeBucket = {
  /** Every request so far, as `METHOD /path`. */
  requests: string[]
  objects: Map<string, FakeObject>
  /** Answers the next requests with these statuses instead of doing what they ask. */
  failNext(...statuses: number[]): void
  /** From now on answers the first, third, … request with this status. */
  failEveryOther(status: number): void
  /** Accepts the next request and never answers it. */
  hangNext(): void
  /** From now on accepts requests and does not answer, until the returned function is called. */
  hang(): () => void
  /** What a request gets. */
  answer(request: BucketRequest): Promise<BucketAnswer>
}

type FakeObject = { body: Buffer; contentType: string; updated: string }

type BucketRequest = { method: string; url: URL; contentType: string; body: Buffer }

/** A bucket's objects, or one of them, of the JSON API or of its uploads. */
const PATH = /^(?:\/(upload))?\/storage\/v1\/b\/([^/]+)\/o(?:\/([^/]+))?$/

/**
 * Speaks what we use of Cloud Storage's JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1), and no more: insert in one
 * multipart request, media download, delete, list with `startOffset`. It knows
 * nothing of sockets: `startFakeGcs` puts it behind a server, `openMockedGcsStore`
 * behind msw.
 *
 * @param answers where Google and its emulator differ, the answers of either
 */
export function createFakeBucket(bucket: string, answers: BucketAnswers): FakeBucket {
  const objects = new Map<string, FakeObject>()
  const requests: string[] = []
  const failures: number[] = []
  let hanging: Promise<void> | undefined
  let toHang = 0
  let everyOther: { status: number; seen: number } | undefined

  async function answer(request: BucketRequest): Promise<BucketAnswer> {
    requests.push(`${request.method} ${request.url.pathname}`)
    if (toHang-- > 0) return new Promise(() => {})
    await hanging
    const unlucky = everyOther && everyOther.seen++ % 2 === 0 ? everyOther.status : undefined
    const failure = failures.shift() ?? unlucky
    return failure ? answers.injected(failure) : serve(request)
  }

  function serve(request: BucketRequest): BucketAnswer {
    const { method, url } = request
    const [path, upload, name, key] = url.pathname.match(PATH) ?? []
    if (!path || (upload && key)) return answers.unknownPath(method, url.pathname)
    const operation = `${method} ${upload ?? (key ? 'object' : 'objects')}`
    if (!/^(?:POST upload|GET objects|(?:GET|DELETE) object)$/.test(operation)) return html(405)
    if (name !== bucket) return answers.error(404, `Bucket ${name} does not exist.`)
    if (upload) return insert(request)
    return key ? object(decodeURIComponent(key), request) : list(url)
  }

  function insert({ url, contentType, body }: BucketRequest) {
    if (url.searchParams.get('uploadType') !== 'multipart') {
      return answers.error(400, 'uploadType is invalid.')
    }
    const parts = parseRelated(contentType, body)
    if (!parts) return answers.error(400, 'Multipart body is malformed.')
    const { metadata, mediaType, media } = parts
    const name = url.searchParams.get('name') ?? metadata.name
    if (!name) return answers.error(400, 'Missing name.')
    if (metadata.contentType && metadata.contentType !== mediaType) {
      return answers.error(412, 'Content-Type validation failed.')
    }
    const stored = { body: media, contentType: mediaType, updated: new Date().toISOString() }
    objects.set(name, stored)
    return json(200, resource(name, stored))
  }

  function list(url: URL) {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = url.searchParams.get('startOffset') ?? ''
    const items = [...objects]
      .filter(([name]) => name.startsWith(prefix) && name >= from)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, stored]) => resource(name, stored))
    return answers.list(items, Number(url.searchParams.get('maxResults') ?? 1_000))
  }

  function object(name: string, { method, url }: BucketRequest): BucketAnswer {
    const stored = objects.get(name)
    if (!stored) return answers.error(404, `Object ${bucket}/${name} does not exist.`)
    if (method === 'DELETE') {
      objects.delete(name)
      return answers.deleted()
    }
    if (url.searchParams.get('alt') !== 'media') return json(200, resource(name, stored))
    const headers = {
      'Content-Type': stored.contentType,
      'Content-Length': String(stored.body.length),
      'x-goog-hash': `crc32c=${crc32c(stored.body)},md5=${md5(stored.body)}`,
    }
    return { status: 200, headers, body: stored.body }
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

  return {
    requests,
    objects,
    answer,
    failNext: (...statuses) => void failures.push(...statuses),
    failEveryOther: (status) => {
      everyOther = { status, seen: 0 }
    },
    hangNext: () => {
      toHang = 1
    },
    hang: () => {
      const held = Promise.withResolvers<void>()
      hanging = held.promise
      return held.resolve
    },
  }
}

/** Takes a multipart/related body apart: JSON metadata, then the bytes; null for any other. */
function parseRelated(type: string, body: Buffer) {
  const boundary = type.match(/boundary="?([^";]+)/)?.[1] ?? ''
  const [, first, second] = body.toString('latin1').split(`--${boundary}`)
  if (!/^multipart\/related\b/.test(type) || !first || !second) return null
  const content = (part: string) => part.slice(part.indexOf('\r\n\r\n') + 4, -2)
  return {
    metadata: JSON.parse(content(first)) as { name?: string; contentType?: string },
    mediaType: second.match(/^content-type: *(.+?)\r$/im)?.[1] ?? '',
    media: Buffer.from(content(second), 'latin1'),
  }
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
