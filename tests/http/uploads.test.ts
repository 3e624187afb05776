import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
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
  test('an image is stored and its address returned', async () => {
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

  test('a JPEG is stored upright and without its place metadata', async () => {
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

  test('other fields beside the file are ignored', async () => {
    const data = new FormData()
    data.set('note', 'a picture of my cat')
    const file = form({ bytes: await makePng() }).get('file') as File
    data.append('file', file)
    data.append('file', new File(['second'], 'second.png', { type: 'image/png' }))
    data.append('after', 'x')
    expect((await post(data)).status).toBe(200)
  })

  test('any file name is accepted', async () => {
    const bytes = new Uint8Array(await makePng())
    for (const name of ['nul\0byte', '../../etc/passwd', '"; x=', '💥'.repeat(300), '%00']) {
      const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
      const body = new Blob([head, bytes, '\r\n--x--\r\n'])
      const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
      expect((await post(body, type)).status, name).toBe(200)
    }
  })

  test('an image declared as application/octet-stream is accepted', async () => {
    const bytes = await makeJpeg()
    for (const type of ['application/octet-stream', '', 'image/jpg']) {
      expect((await upload({ bytes, name: 'photo', type })).status).toBe(200)
    }
  })

  test('a file of exactly 5 MB is accepted, and one of a byte more refused', async () => {
    const bytes = await makePngOfSize(MEGABYTES_5)
    expect(bytes.length).toBe(MEGABYTES_5)
    expect((await upload({ bytes })).status).toBe(200)
    const more = await makePngOfSize(MEGABYTES_5 + 1)
    await expectRefused(await upload({ bytes: more }), /larger than 5 MB/)
  })

  test('a body without a declared length is counted while it is read', async () => {
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

  test('a client that sends all of a much larger file before it reads still gets its answer', async () => {
    await expectRefused(await upload({ bytes: Buffer.alloc(40_000_000) }), /larger than 5 MB/)
    expect((await upload({ bytes: await makePng() })).status).toBe(200)
  })

  test('a far too large body is answered while the client is still sending', async () => {
    const { status, sent } = await sendSlowly(200 * 1024 * 1024)
    expect(status).toBe(400)
    expect(sent).toBeLessThan(100 * 1024 * 1024)
  })

  test('a body without a file is refused', async () => {
    const text = new FormData()
    text.set('file', 'just text')
    const other = new FormData()
    other.set('image', new File([new Uint8Array(await makePng())], 'a.png', { type: 'image/png' }))
    await expectRefused(await post(text), /No file/)
    await expectRefused(await post(other), /No file/)
    await expectRefused(await post(new FormData()), /No file|malformed/)
    await expectRefused(await upload({ bytes: Buffer.alloc(0) }), /empty/)
  })

  test('an empty body and one that is no form are refused', async () => {
    await expectRefused(await post(null), /No file/)
    await expectRefused(await post('', { 'Content-Type': 'multipart/form-data; boundary=x' }), /No/)
    await expectRefused(await post('{}', { 'Content-Type': 'application/json' }), /No file/)
    await expectRefused(await post('x', { 'Content-Type': 'multipart/form-data' }), /No file/)
    const binary = new Uint8Array(await makePng())
    await expectRefused(await post(binary, { 'Content-Type': 'image/png' }), /multipart/)
  })

  test.each([
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
  ])('a form %s is refused', async (_, body) => {
    const type = { 'Content-Type': 'multipart/form-data; boundary=x' }
    await expectRefused(await post(new Uint8Array(Buffer.from(body)), type), /No file|malformed/)
  })

  test.each([
    ['GIF', 'a.gif', 'image/gif', async () => GIF],
    ['SVG', 'a.svg', 'image/svg+xml', async () => SVG],
    ['WebP', 'a.webp', 'image/webp', makeWebp],
    ['text', 'a.txt', 'text/plain', async () => Buffer.from('hello')],
    ['SVG that is called PNG', 'a.png', 'image/png', async () => SVG],
  ])('%s is refused', async (_, name, type, make) => {
    await expectRefused(await upload({ bytes: await make(), name, type }), /neither a JPEG nor/)
  })

  test('a file whose content contradicts its declared type is refused with that reason', async () => {
    const jpeg = await makeJpeg()
    const declared = { bytes: jpeg, name: 'photo', type: 'image/png' }
    await expectRefused(await upload(declared), /declared as image\/png .* image\/jpeg/)
    const named = { bytes: jpeg, name: 'photo.png', type: 'image/jpeg' }
    await expectRefused(await upload(named), /ends in \.png .* image\/jpeg/)
  })

  test('a truncated image is refused and nothing of it kept', async () => {
    const jpeg = await makeJpeg()
    const bytes = jpeg.subarray(0, jpeg.length / 2)
    await expectRefused(await upload({ bytes, name: 'a.jpg', type: 'image/jpeg' }), /damaged/)
    await expect.poll(staged).toEqual([])
    const [row] = await app.database.sql(`select * from upload order by created_at desc limit 1`)
    expect(row).toMatchObject({ status: 'rejected', pathname: null })
  })

  test('a small file that decompresses to a huge image is refused', async () => {
    await expectRefused(await upload({ bytes: makePngBomb(30_000, 30_000) }), /50 megapixels/)
  })

  test('a caller without a session is refused before the body is read', async () => {
    const none = await post(form({ bytes: await makePng() }), {}, app.client())
    await expectRefused(none, /session/, 401)
    const wrong = await post(form({ bytes: GIF }), { Authorization: 'Bearer wrong' }, app.client())
    await expectRefused(wrong, /session/, 401)
  })

  test('another method is answered with the allowed ones', async () => {
    const response = await fetch(`${app.url}/api/files/upload`)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
})

describe('POST /api/files/upload without a worker', () => {
  test('the upload is answered 500 at the deadline and nothing is kept', async () => {
    expectErrorLogs(/^No worker stored the image in time/)
    await using lonely = await startApp({ env: { UPLOAD_WAIT_SECONDS: '1' } })
    const caller = lonely.client()
    await caller.register()
    const response = await post(form({ bytes: await makePng() }), {}, caller)
    await expectRefused(response, /No worker stored the image in time/, 500)
    await expect.poll(() => readdir(path.join(lonely.dataDir, 'blobs/staging'))).toEqual([])
    const rows = await lonely.database.sql('select status from upload')
    expect(rows).toEqual([{ status: 'failed' }])
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
