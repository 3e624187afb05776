import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { prepareRawRequests } from '#tests/support/raw-requests.ts'
import { residentMiB } from '#tests/support/resident-memory.ts'

let app: TestApp
const sendRaw = prepareRawRequests()
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

/** Sends the head of a request and the beginning of its body. */
const send = (head: string[], body?: Buffer | string) => sendRaw(app.url, head, body)

const saveDocument = (cookie: string, length: number) => [
  `POST /api/document?id=${randomUUID()} HTTP/1.1`,
  'Content-Type: application/json',
  `Content-Length: ${length}`,
  ...(cookie ? [`Cookie: ${cookie}`] : []),
]

async function newUser() {
  const client = app.client()
  await client.register()
  return client
}

const note = { title: 'Note', content: 'x'.repeat(900_000), kind: 'text' }

test('bodies of senders without a session are answered 401 and held nowhere', async () => {
  const sendAll = async (bytes: number) => {
    const senders = Array.from({ length: 300 }, () =>
      send(saveDocument('', 1_000_000), Buffer.alloc(bytes, 'x')),
    )
    for (const { answer } of senders) expect(await answer()).toMatch(/^HTTP\/1.1 401/)
  }
  // What is dropped stays in memory until it is collected. The senders of the first
  // round are still there in the second: what were held of both would add up.
  await sendAll(600_000)
  const before = await residentMiB(app.web)
  await sendAll(600_000)
  await expect.poll(async () => (await residentMiB(app.web)) - before).toBeLessThan(100)
})

test('one user cannot hold more than a part of the memory for bodies, and others go on', async () => {
  const [greedy, other] = [await newUser(), await newUser()]
  const senders = Array.from({ length: 100 }, () =>
    send(saveDocument(greedy.cookie(), 1_000_000), Buffer.alloc(700_000, 'x')),
  )
  const refused: string[] = []
  for (const { answer } of senders) void answer().then((text) => refused.push(text))
  // A quarter of 128 MiB has room for 47 of them: the others are refused once all have come.
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(53)
  await pause(300)
  for (const answer of refused) {
    expect(answer).toMatch(/^HTTP\/1.1 503/)
    expect(answer).toMatch(/retry-after: 5/i)
  }
  expect(senders.length - refused.length).toBeGreaterThan(40)
  expect((await greedy.post(`/api/document?id=${randomUUID()}`, note)).status).toBe(503)
  expect((await other.post(`/api/document?id=${randomUUID()}`, note)).status).toBe(200)
  for (const { socket } of senders) socket.destroy()
  await expect
    .poll(async () => (await greedy.post(`/api/document?id=${randomUUID()}`, note)).status)
    .toBe(200)
})

test('forms and uploads count towards the same budget', async () => {
  const user = await newUser()
  const body = Buffer.alloc(1_000_000, 'x')
  const uploads = Array.from({ length: 45 }, () =>
    send(
      [
        'POST /api/files/upload HTTP/1.1',
        `Cookie: ${user.cookie()}`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 4000000',
      ],
      Buffer.concat([
        Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
        body,
      ]),
    ),
  )
  const answers: string[] = []
  for (const { answer } of uploads) void answer().then((text) => answers.push(text))
  // There is room for 33 of them.
  await expect.poll(() => answers.length).toBeGreaterThanOrEqual(12)
  expect(answers.filter((answer) => /^HTTP\/1.1 503/.test(answer)).length).toBeGreaterThan(5)
  const form = new URLSearchParams({ intent: 'send', text: 'x'.repeat(700_000) })
  expect((await user.raw('/?index', { method: 'POST', body: form })).status).toBe(503)
})

test('a body and a reader that stand still for half a minute are given up', async () => {
  const user = await newUser()
  await mkdir(join(app.dataDir, 'blobs/uploads'), { recursive: true })
  const name = `${'a'.repeat(48)}-large.png`
  await writeFile(join(app.dataDir, 'blobs/uploads', name), Buffer.alloc(19 * 1024 * 1024))
  const sender = send(saveDocument(user.cookie(), 1_000), '{"title":')
  const form = send(
    [
      'POST /login HTTP/1.1',
      'Content-Type: application/x-www-form-urlencoded',
      'Content-Length: 100',
    ],
    'email=',
  )
  const reader = send([`GET /uploads/${name} HTTP/1.1`])
  await reader.answer()
  reader.socket.pause()
  await app.web.waitForLog((line) => line.msg === 'closed: the client takes nothing', 75_000)
  expect(await sender.answer()).toMatch(/^HTTP\/1.1 408/)
  expect(await form.answer()).toMatch(/^HTTP\/1.1 408/)
}, 120_000)
