import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { prepareRawRequests } from '#tests/support/raw-requests.ts'

const sendRaw = prepareRawRequests()
let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

/** Longest time for which the usual routers keep a connection that nobody uses. */
const ROUTERS_KEEP_SECONDS = 95
const REFUSED = /^HTTP\/1.1 503[\s\S]*\r\nretry-after: \d+\r\n/i

/** Opens a connection that is kept, and gives what came back on it: nothing when it is refused. */
const ask = (url: string) => sendRaw(url, ['GET /healthz HTTP/1.1'])
const answered = (answers: string[]) => answers.filter((answer) => /^HTTP\/1.1 200/.test(answer))

test('a connection is kept for longer than routers keep it, so that no request meets its end', async () => {
  const [, timeout] = /\r\nkeep-alive: timeout=(\d+)/i.exec(await ask(app.url).answer()) ?? []
  expect(Number(timeout)).toBeGreaterThan(ROUTERS_KEEP_SECONDS)
})

test('a process has a bounded number of connections', async () => {
  const web = await app.startWeb({ MAX_CONNECTIONS: '10' })
  const connections = Array.from({ length: 30 }, () => ask(web.url))
  const answers = await Promise.all(connections.map(({ answer }) => answer()))
  // One or two may be those over which the test has asked whether the process is ready.
  expect(answered(answers).length).toBeLessThanOrEqual(10)
  expect(answered(answers).length).toBeGreaterThan(6)
  expect(new Set(answers.filter((answer) => !/^HTTP\/1.1 200/.test(answer)))).toEqual(new Set(['']))
  await web.waitForLog(({ msg }) => msg === 'connection refused: MAX_CONNECTIONS are open')
  for (const { socket } of connections) socket.destroy()
  await expect.poll(() => ask(web.url).answer()).toMatch(/^HTTP\/1.1 200/)
})

test('a network has a bounded number of connections', async () => {
  const web = await app.startWeb({ CONNECTIONS_PER_NETWORK: '10' })
  const connections = Array.from({ length: 30 }, () => ask(web.url))
  const answers = await Promise.all(connections.map(({ answer }) => answer()))
  expect(answered(answers).length).toBeLessThanOrEqual(10)
  expect(answered(answers).length).toBeGreaterThan(6)
  const refused = answers.filter((answer) => !/^HTTP\/1.1 200/.test(answer))
  // One whose request had come before its connection was closed may have been reset.
  const whole = refused.filter((answer) => answer !== '')
  expect(whole.length).toBeGreaterThan(refused.length / 2)
  for (const answer of whole) expect(answer).toMatch(REFUSED)
  for (const { socket } of connections) socket.destroy()
  await expect.poll(() => ask(web.url).answer()).toMatch(/^HTTP\/1.1 200/)
})

test('behind a proxy, a network has a bounded number of requests', async () => {
  const web = await app.startWeb({ CONNECTIONS_PER_NETWORK: '10', TRUST_PROXY: '1' })
  const user = app.client()
  await user.register()
  for (let count = 0; count < 10; count += 1) {
    const head = [
      `POST /api/document?id=${randomUUID()} HTTP/1.1`,
      'Content-Type: application/json',
      'Content-Length: 1000',
      `Cookie: ${user.cookie()}`,
      'X-Forwarded-For: 192.0.2.1',
    ]
    sendRaw(web.url, head, '{')
  }
  const askFrom = (address: string) =>
    sendRaw(web.url, ['GET /api/session HTTP/1.1', `X-Forwarded-For: ${address}`]).answer()
  await expect
    .poll(() => askFrom('192.0.2.1'))
    .toMatch(/^HTTP\/1.1 429[\s\S]*\r\nretry-after: \d+\r\n/i)
  expect(await askFrom('192.0.2.2')).toMatch(/^HTTP\/1.1 401/)
})
