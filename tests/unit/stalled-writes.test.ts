import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createLogger } from '#core/log.ts'
import { closeStalledWrites } from '#http/connections/stalled-writes.ts'

const STALLED_MS = 600
/** More than the operating system takes for a reader that reads nothing. */
const LARGE = Buffer.alloc(60 * 1024 * 1024)

/** Sends a request to a server that answers with `answer`; the socket reads nothing yet. */
async function ask(answer: RequestListener, stalledMs = STALLED_MS) {
  const server = createServer(answer)
  closeStalledWrites(server, createLogger('silent', 'test'), stalledMs)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const closed = new Promise<void>((resolve) =>
    server.on('connection', (socket) => socket.on('close', () => resolve())),
  )
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.pause()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  return { client, closed }
}

test('the connection of a reader that takes nothing is closed', async () => {
  const { closed } = await ask((_, res) => void res.end(LARGE))
  await closed
})

test('a reader that takes a large answer slowly is not closed', async () => {
  const { client, closed } = await ask((_, res) => void res.end(LARGE), 1_500)
  let isClosed = false
  void closed.then(() => {
    isClosed = true
  })
  let bytes = 0
  client.on('data', (chunk) => {
    bytes += chunk.byteLength
  })
  // Each pause is much shorter than the bound, all of them together are longer.
  for (let n = 0; n < 10; n += 1) {
    client.pause()
    await pause(200)
    const target = Math.min(bytes + LARGE.byteLength / 20, LARGE.byteLength)
    client.resume()
    while (bytes < target && !isClosed) await pause(1)
  }
  expect(isClosed).toBe(false)
})

test('a stream that has nothing to send is not closed', async () => {
  const { client, closed } = await ask((_, res) => void res.write('hello'))
  client.resume()
  expect(await Promise.race([closed, pause(STALLED_MS * 3, 'open')])).toBe('open')
})
