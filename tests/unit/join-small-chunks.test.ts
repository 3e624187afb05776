import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { joinChunks } from '#http/middleware/join-small-chunks.ts'

const BYTES = 60_000

/** Sends the head of a request; returns the request as the server gets it, and its socket. */
async function receive(longestWaitMs: number) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const server = createServer((req) => {
    joinChunks(req, longestWaitMs)
    resolve(req)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const sender = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    sender.destroy()
    server.close()
  })
  sender.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
  return { sender, req: await promise }
}

/** Reads the rest of a body in the pieces in which it waits. */
async function readPieces(req: IncomingMessage): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  req.on('data', (piece) => pieces.push(piece))
  await once(req, 'end')
  return pieces
}

const chunked = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
const letters = (count: number) => Array.from({ length: count }, (_, n) => 'abcdefg'[n % 7] ?? '')

test('a body in chunks of one byte, which nobody reads yet, waits in few pieces', async () => {
  const { sender, req } = await receive(60_000)
  sender.write(letters(BYTES).map(chunked).join(''))
  await expect.poll(() => req.readableLength).toBeGreaterThan(BYTES - 5_000)

  sender.write('0\r\n\r\n')
  const pieces = await readPieces(req)
  expect(Buffer.concat(pieces).toString()).toBe(letters(BYTES).join(''))
  expect(pieces.length).toBeLessThan(BYTES / 2_000)
})

test('chunks of all sizes come in their order', async () => {
  const { sender, req } = await receive(60_000)
  const sizes = [1, 1_023, 1_024, 3, 5_000, 1, 4_000, 100_000, 700, 700, 700, 700, 700, 700, 1]
  const parts = sizes.map((size, n) => String.fromCharCode(97 + n).repeat(size))
  for (const part of parts) sender.write(chunked(part))
  sender.write('0\r\n\r\n')
  const pieces = await readPieces(req)
  expect(Buffer.concat(pieces).toString()).toBe(parts.join(''))
})

test('a few bytes are passed on although nothing more comes', async () => {
  const { sender, req } = await receive(20)
  const pieces: string[] = []
  req.on('data', (piece) => pieces.push(String(piece)))
  sender.write(chunked('one'))
  await expect.poll(() => pieces).toEqual(['one'])
  sender.write(chunked('two'))
  await expect.poll(() => pieces).toEqual(['one', 'two'])
})

test('a sender is held back for as long as nobody reads', async () => {
  const { sender, req } = await receive(60_000)
  const size = 4_000_000
  sender.write(
    letters(size / 500)
      .map((letter) => chunked(letter.repeat(500)))
      .join(''),
  )
  await expect.poll(() => req.readableLength).toBeGreaterThan(60_000)
  await pause(300)
  expect(req.readableLength).toBeLessThan(size / 4)

  let bytes = 0
  req.on('data', (piece) => {
    bytes += piece.byteLength
  })
  await expect.poll(() => bytes).toBeGreaterThan(size - 5_000)
})
