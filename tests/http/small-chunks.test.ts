import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { prepareRawRequests } from '#tests/support/raw-requests.ts'
import { residentMiB } from '#tests/support/resident-memory.ts'

/** Bodies that are sent in chunks of one byte: each costs its receiver an object. */

const BYTES = 300_000
const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

let app: TestApp
let user: TestClient
const send = prepareRawRequests()
beforeAll(async () => {
  app = await startApp()
  user = app.client()
  await user.register()
})
afterAll(() => app?.stop())

const inChunks = (text: string) => [...text].map((letter) => `1\r\n${letter}\r\n`).join('')

/** Begins a body, and goes on once all of it has been received. */
async function begin(path: string, type: string, body: string) {
  const head = [
    `POST ${path} HTTP/1.1`,
    `Content-Type: ${type}`,
    `Cookie: ${user.cookie()}`,
    'Transfer-Encoding: chunked',
  ]
  const { socket, answer } = send(app.url, head, inChunks(body))
  await expect.poll(() => socket.writableLength).toBe(0)
  return {
    end(rest: string) {
      socket.write(`${inChunks(rest)}0\r\n\r\n`)
      return answer()
    },
  }
}

test('they take little memory while they are read', async () => {
  // What the first body loads is not counted.
  const first = await begin(`/api/document?id=${randomUUID()}`, 'application/json', '{')
  expect(await first.end('}')).toMatch(/^HTTP\/1.1 400/)
  const before = await residentMiB(app.web)
  const document = await begin(
    `/api/document?id=${randomUUID()}`,
    'application/json',
    `{"title": "Note", "kind": "text", "content": "${'x'.repeat(BYTES)}`,
  )
  const upload = await begin(
    '/api/files/upload',
    'multipart/form-data; boundary=b',
    FILE_HEAD + 'x'.repeat(BYTES),
  )
  // Is answered after what was sent before it.
  expect((await user.get('/api/session')).status).toBe(200)
  // What was only passed through goes with the garbage, sooner or later.
  await expect.poll(async () => (await residentMiB(app.web)) - before).toBeLessThan(90)

  expect(await document.end('"}')).toMatch(/^HTTP\/1.1 200/)
  expect(await upload.end('\r\n--b--\r\n')).toMatch(/^HTTP\/1.1 400/)
})
