import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp
/** The address of an uploaded PNG. */
let url: string

beforeAll(async () => {
  app = await startApp({ worker: true })
  const client = app.client()
  await client.register()
  const body = new FormData()
  const png = new Uint8Array(await makePng())
  body.set('file', new File([png], 'cat.png', { type: 'image/png' }))
  const uploaded = await client.raw('/api/files/upload', { method: 'POST', body })
  url = (await uploaded.json()).url
})

afterAll(() => app?.stop())

describe('GET /uploads/:name', () => {
  test('an image is served to anyone with its address, and may be cached for ever', async () => {
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

  test('an image is served as a download on request', async () => {
    const response = await fetch(`${url}?download=1`)
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="cat.png"')
  })

  test('a client that has the image already gets 304', async () => {
    const etag = (await fetch(url)).headers.get('etag') ?? ''
    const same = await fetch(url, { headers: { 'If-None-Match': `"other", W/${etag}` } })
    expect(same.status).toBe(304)
    expect((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
  })

  test('a HEAD request is answered with the size', async () => {
    const size = (await (await fetch(url)).arrayBuffer()).byteLength
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-length')).toBe(String(size))
  })

  test.each([
    '/uploads/none.png',
    `/uploads/${'0'.repeat(48)}-cat.png`,
    '/uploads/..%2Fstaging%2Fx',
    '/uploads/%2e%2e%2f%2e%2e%2fpackage.json',
    '/uploads/',
  ])('the address %s is answered 404', async (address) => {
    expect((await fetch(app.url + address)).status).toBe(404)
  })

  test('an address that no file name can have is refused with 400', async () => {
    expect((await fetch(`${app.url}/uploads/%00`)).status).toBe(400)
  })

  test('the log does not say which image was asked for', async () => {
    const name = url.split('/uploads/')[1] ?? ''
    const requestId = 'asked-for-an-image'
    const headers = { 'X-Request-Id': requestId }
    await fetch(`${app.url}/uploads/${name}?download=${name}`, { headers })
    await fetch(`${app.url}/%75ploads/${name}`, { headers })
    const line = await app.web.waitForLog(({ path }) => String(path).startsWith('/%75ploads/'))
    expect(line).toMatchObject({ requestId, path: `/%75ploads/${name.slice(0, 6)}…` })
    const lines = app.web.logs().map((each) => JSON.stringify(each))
    expect(lines.filter((each) => each.includes(name.slice(0, 48)))).toEqual([])
  })

  test('other methods than GET and HEAD are refused', async () => {
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(405)
  })
})
