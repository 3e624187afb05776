import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import {
  GIF,
  makeCameraJpeg,
  makeJpeg,
  makePng,
  makePngBomb,
  makePngOfSize,
  makeWebp,
  SVG,
} from '#tests/support/test-images.ts'

const MEGABYTES_5 = 5 * 1024 * 1024

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startApp({ worker: true })
  client = app.client()
  await client.register()
})
afterAll(() => app?.stop())

type FileInput = { bytes: Buffer; name?: string; type?: string }

function post(body: BodyInit | null, headers: Record<string, string> = {}, from = client) {
  return from.raw('/api/files/upload', { method: 'POST', headers, body })
}

function form({ bytes, name = 'cat.png', type = 'image/png' }: FileInput): FormData {
  const data = new FormData()
  data.set('file', new File([new Uint8Array(bytes)], name, { type }))
  return data
}

const upload = (file: FileInput) => post(form(file))

async function expectRefused(response: Response, detail: RegExp, status = 400) {
  const body = await response.json()
  expect({ status: response.status, ...body }).toMatchObject({ status })
  expect(response.headers.get('content-type')).toContain('application/problem+json')
  expect(body.detail).toMatch(detail)
}

/** What is left in the private part of the store. */
const staged = () => readdir(path.join(app.dataDir, 'blobs/staging')).catch(() => [])

describe('POST /api/files/upload', () => {
  it('stores an image and says where it is', async () => {
    const response = await upload({ bytes: await makePng(), name: 'My cat.png' })
    expect(response.status).toBe(200)
    const result = await response.json()
    expect(result).toEqual({
      url: `${app.url}/${result.pathname}`,
      downloadUrl: `${app.url}/${result.pathname}?download=1`,
      pathname: expect.stringMatching(/^uploads\/[0-9a-f]{48}-My-cat\.png$/),
      contentType: 'image/png',
      contentDisposition: 'inline; filename="My-cat.png"',
    })
    const [row] = await app.database.sql('select * from upload where pathname = $1', [
      result.pathname,
    ])
    expect(row).toMatchObject({ status: 'stored', content_type: 'image/png', reason: null })
    const image = await fetch(result.url)
    const bytes = Buffer.from(await image.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 })
    await expect.poll(staged).toEqual([])
  })

  it('takes what the camera wrote about the place out of a JPEG, and turns it upright', async () => {
    const bytes = await makeCameraJpeg()
    const response = await upload({ bytes, name: 'IMG.JPG', type: 'image/jpeg' })
    expect(response.status).toBe(200)
    const result = await response.json()
    expect(result.contentType).toBe('image/jpeg')
    const stored = Buffer.from(await (await fetch(result.url)).arrayBuffer())
    const { width, height, exif } = await sharp(stored).metadata()
    expect({ width, height, exif }).toEqual({ width: 60, height: 120, exif: undefined })
    expect(stored.includes('SecretCamera')).toBe(false)
  })

  it('takes the file whatever other fields come with it', async () => {
    const data = new FormData()
    data.set('note', 'a picture of my cat')
    const file = form({ bytes: await makePng() }).get('file') as File
    data.append('file', file)
    data.append('file', new File(['second'], 'second.png', { type: 'image/png' }))
    data.append('after', 'x')
    expect((await post(data)).status).toBe(200)
  })

  it('takes a file whatever its name', async () => {
    const bytes = new Uint8Array(await makePng())
    for (const name of ['nul\0byte', '../../etc/passwd', '"; x=', '💥'.repeat(300), '%00']) {
      const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      const body = new Blob([head, bytes, '\r\n--x--\r\n'])
      const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
      expect((await post(body, type)).status, name).toBe(200)
    }
  })

  it('takes a type that says nothing', async () => {
    const bytes = await makeJpeg()
    for (const type of ['application/octet-stream', '', 'image/jpg']) {
      expect((await upload({ bytes, name: 'photo', type })).status).toBe(200)
    }
  })

  it('takes exactly 5 MB, and not a byte more', async () => {
    const bytes = await makePngOfSize(MEGABYTES_5)
    expect(bytes.length).toBe(MEGABYTES_5)
    expect((await upload({ bytes })).status).toBe(200)
    const more = await makePngOfSize(MEGABYTES_5 + 1)
    await expectRefused(await upload({ bytes: more }), /larger than 5 MB/)
  })

  it('takes a body without a length, and counts it', async () => {
    const stream = async (size: number) => {
      const response = new Response(form({ bytes: await makePngOfSize(size) }))
      return client.raw('/api/files/upload', {
        method: 'POST',
        headers: { 'Content-Type': response.headers.get('content-type') ?? '' },
        body: response.body,
        duplex: 'half',
      } as RequestInit)
    }
    expect((await stream(1_000_000)).status).toBe(200)
    await expectRefused(await stream(MEGABYTES_5 + 1), /larger than 5 MB/)
  })

  it('answers a client that sends all of a much larger file before it listens', async () => {
    await expectRefused(await upload({ bytes: Buffer.alloc(40_000_000) }), /larger than 5 MB/)
    expect((await upload({ bytes: await makePng() })).status).toBe(200)
  })

  it('answers a far too large body at once, to a client that is still sending', async () => {
    const { status, sent } = await sendSlowly(200 * 1024 * 1024)
    expect(status).toBe(400)
    expect(sent).toBeLessThan(100 * 1024 * 1024)
  })

  it('refuses a body without a file', async () => {
    const text = new FormData()
    text.set('file', 'just text')
    const other = new FormData()
    other.set('image', new File([new Uint8Array(await makePng())], 'a.png', { type: 'image/png' }))
    await expectRefused(await post(text), /No file/)
    await expectRefused(await post(other), /No file/)
    await expectRefused(await post(new FormData()), /No file|malformed/)
    await expectRefused(await upload({ bytes: Buffer.alloc(0) }), /empty/)
  })

  it('refuses an empty body, and one that is no form', async () => {
    await expectRefused(await post(null), /No file/)
    await expectRefused(await post('', { 'Content-Type': 'multipart/form-data; boundary=x' }), /No/)
    await expectRefused(await post('{}', { 'Content-Type': 'application/json' }), /No file/)
    await expectRefused(await post('x', { 'Content-Type': 'multipart/form-data' }), /No file/)
    const binary = new Uint8Array(await makePng())
    await expectRefused(await post(binary, { 'Content-Type': 'image/png' }), /multipart/)
  })

  it.each([
    ['cut off', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc'],
    ['without its first boundary', 'hello'],
    ['with endless headers', `--x\r\nX: ${'a'.repeat(20_000)}`],
    [
      'with a name that is not UTF-8',
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="\xff"\r\n\r\nabc\r\n--x--',
        'latin1',
      ),
    ],
  ])('refuses a form %s', async (_, body) => {
    const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
    await expectRefused(await post(new Uint8Array(Buffer.from(body)), type), /No file|malformed/)
  })

  it.each([
    ['GIF', 'a.gif', 'image/gif', async () => GIF],
    ['SVG', 'a.svg', 'image/svg+xml', async () => SVG],
    ['WebP', 'a.webp', 'image/webp', makeWebp],
    ['text', 'a.txt', 'text/plain', async () => Buffer.from('hello')],
    ['SVG that is called PNG', 'a.png', 'image/png', async () => SVG],
  ])('refuses %s', async (_, name, type, make) => {
    await expectRefused(await upload({ bytes: await make(), name, type }), /neither a JPEG nor/)
  })

  it('refuses a lie about the type, and says so', async () => {
    const jpeg = await makeJpeg()
    const declared = { bytes: jpeg, name: 'photo', type: 'image/png' }
    await expectRefused(await upload(declared), /declared as image\/png .* image\/jpeg/)
    const named = { bytes: jpeg, name: 'photo.png', type: 'image/jpeg' }
    await expectRefused(await upload(named), /ends in \.png .* image\/jpeg/)
  })

  it('refuses an image that is cut short, and keeps nothing of it', async () => {
    const jpeg = await makeJpeg()
    const bytes = jpeg.subarray(0, jpeg.length / 2)
    await expectRefused(await upload({ bytes, name: 'a.jpg', type: 'image/jpeg' }), /damaged/)
    await expect.poll(staged).toEqual([])
    const [row] = await app.database.sql(`select * from upload order by created_at desc limit 1`)
    expect(row).toMatchObject({ status: 'rejected', pathname: null })
  })

  it('refuses a small file that unpacks to a huge image', async () => {
    await expectRefused(await upload({ bytes: makePngBomb(30_000, 30_000) }), /50 megapixels/)
  })

  it('refuses a caller without a session, before it reads anything', async () => {
    const none = await post(form({ bytes: await makePng() }), {}, app.client())
    await expectRefused(none, /session/, 401)
    const wrong = await post(form({ bytes: GIF }), { Authorization: 'Bearer wrong' }, app.client())
    await expectRefused(wrong, /session/, 401)
  })

  it('answers another method with what is allowed', async () => {
    const response = await fetch(`${app.url}/api/files/upload`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('POST /api/files/upload without a worker', () => {
  it('answers 500 at the deadline, and keeps nothing', async () => {
    await using lonely = await startApp({ env: { UPLOAD_WAIT_SECONDS: '1' } })
    const caller = lonely.client()
    await caller.register()
    const response = await post(form({ bytes: await makePng() }), {}, caller)
    await expectRefused(response, /No worker stored the image in time/, 500)
    expect(await readdir(path.join(lonely.dataDir, 'blobs/staging'))).toEqual([])
    const rows = await lonely.database.sql('select status from upload')
    expect(rows).toEqual([{ status: 'failed' }])
  })
})

describe('GET /uploads/:name', () => {
  let url: string
  beforeAll(async () => {
    url = (await (await upload({ bytes: await makePng() })).json()).url
  })

  it('serves the image to anyone who has its address, to keep', async () => {
    const response = await fetch(url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="cat.png"',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      etag: expect.stringMatching(/^"[0-9a-f]{48}"$/),
    })
  })

  it('serves it for saving', async () => {
    const response = await fetch(`${url}?download=1`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="cat.png"')
  })

  it('sends nothing to who has it already', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const same = await fetch(url, { headers: { 'If-None-Match': `"other", W/${etag}` } })
    expect(same.status).toBe(304)
    expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })

  it('tells its size to HEAD', async () => {
    const size = (await (await fetch(url)).arrayBuffer()).byteLength
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(size))
  })

  it.each([
    '/uploads/none.png',
    `/uploads/${'0'.repeat(48)}-cat.png`,
    '/uploads/..%2Fstaging%2Fx',
    '/uploads/%2e%2e%2f%2e%2e%2fpackage.json',
    '/uploads/',
  ])('has nothing at %s', async (address) => {
    expect((await fetch(app.url + address)).status).toBe(404)
  })

  it('refuses an address that no name can have', async () => {
    expect((await fetch(`${app.url}/uploads/%00`)).status).toBe(400)
  })

  it('is for reading only', async () => {
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })
})

/** Sends a body of `size` bytes as fast as it is taken, and stops at the answer. */
function sendSlowly(size: number): Promise<{ status: number; sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = 0
    let answered = false
    const request = httpRequest(`${app.url}/api/files/upload`, {
      method: 'POST',
      headers: {
        Cookie: client.cookie(),
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    })
    request.on('response', (response) => {
      answered = true
      resolve({ status: response.statusCode ?? 0, sent })
      response.resume()
      request.destroy()
    })
    request.on('error', (error) => answered || reject(error))
    request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n')
    const block = Buffer.alloc(1024 * 1024)
    const more = () => {
      while (!answered && sent < size) {
        sent += block.length
        if (!request.write(block)) return void request.once('drain', more)
      }
    }
    more()
  })
}
