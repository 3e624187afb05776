import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
let cookie: string
beforeAll(async () => {
  app = await startApp()
  const client = app.client()
  await client.register()
  cookie = client.cookie()
})
afterAll(() => app?.stop())

/** Sends a JSON body of spaces; every client here sends all of it before it listens. */
function patchVote(bytes: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${app.url}/api/vote`, {
      method: 'PATCH',
      headers: { Cookie: cookie, 'Content-Type': 'application/json', ...headers },
    })
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.resume()
    })
    request.on('error', reject)
    request.end(Buffer.alloc(bytes, ' '))
  })
}

test.each([3_000_000, 30_000_000])(
  'a JSON body of %d bytes is answered 413, with and without a declared length',
  async (bytes) => {
    expect(await patchVote(bytes, { 'Content-Length': String(bytes) })).toBe(413)
    expect(await patchVote(bytes, { 'Transfer-Encoding': 'chunked' })).toBe(413)
  },
)
