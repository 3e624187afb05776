import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'

type Version = { createdAt: string; content: string }

const MB = 1_000_000

let app: TestApp
let owner: TestClient
let other: TestClient
beforeAll(async () => {
  app = await startApp()
  owner = app.client()
  other = app.client()
  await Promise.all([owner.register(), other.register()])
})
afterAll(() => app?.stop())

async function save(id: string, content: string, title = 'A "large" note'): Promise<Version> {
  const response = await owner.post(`/api/document?id=${id}`, { title, content, kind: 'text' })
  expect(response.status).toBe(200)
  const version = (await response.json()) as Version
  expect(version).toEqual({
    id,
    createdAt: version.createdAt,
    title,
    content,
    kind: 'text',
    userId: expect.any(String),
  })
  return version
}

/** Asks for all versions; the response is not read yet. */
function ask(id: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { Cookie: owner.cookie() }
    get(`${app.url}/api/document?id=${id}`, { headers, agent: false }, resolve).on('error', reject)
  })
}

/** Reads an answer to its end; returns whether it was whole, and its last character. */
async function readToEnd(response: IncomingMessage) {
  let last = ''
  response.on('data', (chunk: Buffer) => {
    last = String.fromCharCode(chunk.at(-1) ?? 0)
  })
  response.on('error', () => {})
  await new Promise((resolve) => response.on('close', resolve))
  return { complete: response.complete, last }
}

async function residentMiB(): Promise<number> {
  const status = await readFile(`/proc/${app.web.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

test('a large document is answered like a small one, byte for byte', async () => {
  const id = randomUUID()
  // Characters that JSON escapes, and that UTF-8 and UTF-16 write in several units.
  const odd = '\ufeffa"\\\n🌦️é\u2028\u0007'
  const saved = [
    await save(id, odd.repeat(100_000)),
    await save(id, 'short'),
    await save(id, ''),
    await save(id, `x${odd.repeat(250_000)}`),
    await save(id, 'end'),
  ]
  const response = await owner.get(`/api/document?id=${id}`)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect((await response.text()) === JSON.stringify(saved)).toBe(true)
})

test('the page of a large document is not cut within a character', async () => {
  const id = randomUUID()
  await save(id, `x${'😀'.repeat(300_000)}`)
  const page = await (await owner.get(`/documents/${id}`)).text()
  expect(page).toContain('The download has all of it.')
  // The page's data would escape the half, and the HTML would replace it: the browser would render anew.
  expect(page).not.toMatch(/\\ud[89a-f]/i)
})

test('many small versions that are large together are all listed', async () => {
  const id = randomUUID()
  const saved: Version[] = []
  for (let n = 0; n < 150; n += 1) saved.push(await save(id, `${n} `.repeat(3_000)))
  expect(await (await owner.get(`/api/document?id=${id}`)).json()).toEqual(saved)
})

test('an unknown large document is 404 and that of another account 401, as ever', async () => {
  const id = randomUUID()
  await save(id, 'x'.repeat(2 * MB))
  expect((await other.get(`/api/document?id=${id}`)).status).toBe(401)
  expect((await owner.get(`/api/document?id=${randomUUID()}`)).status).toBe(404)
})

test('readers of a very large document take little memory, and others are answered', async () => {
  const id = randomUUID()
  for (let n = 0; n < 8; n += 1) await save(id, 'Lorem "ipsum"\n'.repeat(430_000))
  const before = await residentMiB()
  // Eight versions of 6 MB: all readers together would be more than a gigabyte.
  const idle = await Promise.all(Array.from({ length: 20 }, () => ask(id)))
  const readers = Promise.all(Array.from({ length: 2 }, async () => readToEnd(await ask(id))))
  let slowest = 0
  let most = 0
  let done = false
  void readers.then(() => {
    done = true
  })
  while (!done) {
    const startedAt = performance.now()
    expect((await other.get('/api/history')).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - startedAt)
    most = Math.max(most, await residentMiB())
    await pause(50)
  }
  expect(await readers).toEqual(Array(2).fill({ complete: true, last: ']' }))
  expect(slowest).toBeLessThan(3_000)
  expect(most - before).toBeLessThan(350)
  for (const response of idle) response.destroy()
}, 120_000)

test('an answer that cannot be finished is cut off, never a shorter list', async () => {
  expectErrorLogs(/deleted while the document was read/)
  const id = randomUUID()
  const [first] = [await save(id, 'first')]
  for (let n = 0; n < 5; n += 1) await save(id, 'x'.repeat(7 * MB))
  const response = await ask(id)
  await pause(500)
  await owner.patch(`/api/document?id=${id}`, { timestamp: first.createdAt })
  const { complete, last } = await readToEnd(response)
  expect(complete).toBe(false)
  expect(last).not.toBe(']')
})
