import { createHash } from 'node:crypto'

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
  /** From now on accepts requests and never answers. */
  hang(): void
  /** What a request gets. */
  answer(request: BucketRequest): Promise<BucketAnswer>
}

type FakeObject = { body: Buffer; contentType: string; updated: string }

type BucketRequest = { method: string; url: URL; contentType: string; body: Buffer }

type BucketAnswer = { status: number; headers: Record<string, string>; body: Buffer | null }

/**
 * Speaks what we use of Cloud Storage's JSON API
 * (https://cloud.google.com/storage/docs/json_api/v1): insert in one multipart
 * request, media download, delete, list with `startOffset`; at the paths of
 * Google's emulator (https://github.com/googleapis/storage-testbench), and no
 * other. It knows nothing of sockets: `startFakeGcs` puts it behind a server,
 * `openMockedGcsStore` behind msw.
 */
export function createFakeBucket(bucket: string): FakeBucket {
  const objects = new Map<string, FakeObject>()
  const requests: string[] = []
  const failures: number[] = []
  let hanging = false
  let toHang = 0
  let everyOther: { status: number; seen: number } | undefined

  async function answer(request: BucketRequest): Promise<BucketAnswer> {
    const { method, url } = request
    requests.push(`${method} ${url.pathname}`)
    if (hanging || toHang-- > 0) return new Promise(() => {})
    const unlucky = everyOther && everyOther.seen++ % 2 === 0 ? everyOther.status : undefined
    const failure = failures.shift() ?? unlucky
    if (failure) return json(failure, { error: { code: failure, message: 'injected' } })
    const { pathname } = url
    const base = `/storage/v1/b/${bucket}/o`
    if (method === 'POST' && pathname === `/upload${base}`) return insert(request)
    if (method === 'GET' && pathname === base) return list(url)
    const path = pathname.replace(/^\/download(?=\/storage\/)/, '')
    if (path.startsWith(`${base}/`)) {
      return object(decodeURIComponent(path.slice(base.length + 1)), request)
    }
    // As Google's own emulator answers: it takes any other path for `/bucket/object`.
    const status = method === 'GET' ? 404 : 405
    return json(status, { error: { code: status, message: 'Bucket b does not exist.' } })
  }

  function insert({ url, contentType, body }: BucketRequest) {
    const { metadata, media } = parseRelated(contentType, body)
    const name = url.searchParams.get('name') ?? metadata.name ?? ''
    const stored = {
      body: media,
      contentType: metadata.contentType ?? 'application/octet-stream',
      updated: new Date().toISOString(),
    }
    objects.set(name, stored)
    return json(200, resource(name, stored))
  }

  function list(url: URL) {
    const prefix = url.searchParams.get('prefix') ?? ''
    const from = url.searchParams.get('startOffset') ?? ''
    const items = [...objects]
      .filter(([name]) => name.startsWith(prefix) && name >= from)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(0, Number(url.searchParams.get('maxResults') ?? 1_000))
      .map(([name, stored]) => resource(name, stored))
    return json(200, { kind: 'storage#objects', items })
  }

  function object(name: string, { method, url }: BucketRequest): BucketAnswer {
    const stored = objects.get(name)
    if (!stored) return notFound()
    if (method === 'DELETE') {
      objects.delete(name)
      return { status: 204, headers: {}, body: null }
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
      hanging = true
    },
  }
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

function json(status: number, value: unknown): BucketAnswer {
  const headers = { 'Content-Type': 'application/json' }
  return { status, headers, body: Buffer.from(JSON.stringify(value)) }
}

function notFound(): BucketAnswer {
  return json(404, { error: { code: 404, message: 'No such object' } })
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
