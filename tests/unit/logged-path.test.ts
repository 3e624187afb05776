import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createImageKey } from '#core/storage/blob-key.ts'
import { createToken } from '#core/users/session-token.ts'
import { loggedPath } from '#http/middleware/logged-path.ts'

const image = createImageKey('sea.png', 'image/png')
const name = image.slice('uploads/'.length)

/** Every letter percent-encoded: the same path to a server. */
const encoded = (text: string) =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')

describe('loggedPath', () => {
  test.each([
    '/',
    '/api/chat',
    '/settings.data',
    '/admin/queues/api/queues',
    `/api/chat/${randomUUID()}/stream`,
    `/chat/${randomUUID()}.data`,
  ])('%s stays as it is', (path) => {
    expect(loggedPath(path)).toBe(path)
  })

  test.each([
    ['an image', `/uploads/${name}`, name],
    ['an image with a slash at its end', `/uploads/${name}/`, name],
    ['an image as data', `/uploads/${name}.data`, name],
    ['an image, encoded', `/%75ploads/${encoded(name)}`, encoded(name)],
    [
      'an image, half encoded',
      `/uploads/%${name.charCodeAt(0).toString(16)}${name.slice(1)}`,
      name,
    ],
    ['a token in a wrong place', `/api/tokens/${createToken()}`, ''],
  ])('the secret of %s is cut', (_what, path, secret) => {
    const logged = loggedPath(path)
    expect(logged).toMatch(/…/)
    expect(logged.length).toBeLessThan(40)
    if (secret) expect(logged).not.toContain(secret.slice(6))
  })

  test('a long path is cut', () => {
    const path = `/${randomBytes(8).toString('hex')}/`.repeat(100)
    expect(loggedPath(path).length).toBeLessThanOrEqual(201)
  })
})
