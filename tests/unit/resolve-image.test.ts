import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Services } from '#core/services.server.ts'
import { createImageKey } from '#core/storage/blob-key.ts'
import { resolveImage } from '#core/uploads/resolve-image.ts'
import { makeJpeg, makePng } from '#tests/support/test-images.ts'

const ORIGIN = 'https://chat.example.com'
const objects = new Map<string, Buffer>()
const services = {
  env: { FOREIGN_IMAGE_URLS: 'on' },
  blobs: { get: async (key: string) => objects.get(key) ?? null },
} as unknown as Services
const resolve = (url: string) => resolveImage(services, ORIGIN, url)

const fetched = vi.fn()
beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  // The rule that holds for every case of this file.
  expect(fetched).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
  objects.clear()
})

describe('resolving an image part', () => {
  test('an uploaded image becomes bytes, by an absolute and by a relative URL', async () => {
    const key = createImageKey('cat.png', 'image/png')
    objects.set(key, Buffer.from('png bytes'))
    const expected = { kind: 'bytes', bytes: Buffer.from('png bytes'), mediaType: 'image/png' }
    expect(await resolve(`${ORIGIN}/${key}`)).toEqual(expected)
    expect(await resolve(`/${key}`)).toEqual(expected)
    expect(await resolve(`/${key}?download=1`)).toEqual(expected)
  })

  test('an uploaded image becomes bytes after the service has moved to another host', async () => {
    const key = createImageKey('cat.jpg', 'image/jpeg')
    objects.set(key, Buffer.from('x'))
    expect(await resolve(`http://localhost:3000/${key}`)).toMatchObject({ kind: 'bytes' })
  })

  test('an uploaded image that no longer exists is refused', async () => {
    const key = createImageKey('cat.jpg', 'image/jpeg')
    await expect(resolve(`${ORIGIN}/${key}`)).rejects.toThrow(/no such image/)
    await expect(resolve('/uploads/../staging/secret')).rejects.toThrow(/no such image/)
    await expect(resolve('/settings')).rejects.toThrow(/no such image/)
  })

  test('a public https URL is passed on as it is', async () => {
    for (const url of [
      'https://example.org/cat.png?x=1',
      'https://93.184.216.34/cat.png',
      'https://[2606:2800:220:1::1]/cat.png',
    ]) {
      expect(await resolve(url)).toEqual({ kind: 'url', url })
    }
  })

  test('a public https URL is refused where the provider may stand in a private network', async () => {
    const url = 'https://127.0.0.1.nip.io/cat.png'
    const custom = 'http://ollama.internal:11434/v1'
    const resolveWith = (env: object) =>
      resolveImage({ ...services, env } as unknown as Services, ORIGIN, url)
    for (const env of [
      { OPENAI_BASE_URL: custom },
      { FOREIGN_IMAGE_URLS: 'off' },
      { OPENAI_BASE_URL: custom, FOREIGN_IMAGE_URLS: 'off' },
    ]) {
      await expect(resolveWith(env)).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('Upload the image'),
      })
    }
    for (const env of [
      {},
      { OPENAI_BASE_URL: 'https://api.openai.com/v1' },
      { OPENAI_BASE_URL: custom, FOREIGN_IMAGE_URLS: 'on' },
    ]) {
      expect(await resolveWith(env)).toEqual({ kind: 'url', url })
    }
  })

  test.each([
    'http://example.org/cat.png',
    'file:///etc/passwd',
    'ftp://example.org/x.png',
    'javascript:alert(1)',
    'https://user:secret@example.org/x.png',
    'https://localhost/x.png',
    'https://foo.localhost/x.png',
    'https://intranet/x.png',
    'https://db.internal/x.png',
    'https://printer.local/x.png',
    'https://127.0.0.1/x.png',
    'https://0x7f.1/x.png',
    'https://2130706433/x.png',
    'https://10.1.2.3/x.png',
    'https://172.31.0.1/x.png',
    'https://192.168.1.1/x.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/x.png',
    'https://[fd00::1]/x.png',
    'https://[fe80::1]/x.png',
    'https://[::ffff:10.0.0.1]/x.png',
    'https://[2002:a00:1::]/x.png',
    'https://metadata.google.internal./x.png',
    `https://example.org/${'x'.repeat(3_000)}`,
    '',
  ])('the URL %j is refused', async (url) => {
    await expect(resolve(url)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a data URL becomes bytes', async () => {
    const png = await makePng()
    expect(await resolve(`data:image/png;base64,${png.toString('base64')}`)).toEqual({
      kind: 'bytes',
      bytes: png,
      mediaType: 'image/png',
    })
  })

  test('a data URL is refused when its type is wrong or not allowed, or it is too large', async () => {
    const jpeg = (await makeJpeg()).toString('base64')
    for (const url of [
      `data:image/png;base64,${jpeg}`,
      'data:image/svg+xml;base64,PHN2Zy8+',
      'data:text/html,<script>',
      'data:image/png,rawbytes',
      'data:image/png;base64,',
      `data:image/jpeg;base64,${jpeg}${'A'.repeat(7_000_000)}`,
    ]) {
      await expect(resolve(url)).rejects.toMatchObject({ code: 'invalid' })
    }
  })
})
