import { once } from 'node:events'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'

const MIB = 1024 * 1024
const SIZE = 19 * MIB

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await mkdir(join(app.dataDir, 'blobs/uploads'), { recursive: true })
})
afterAll(() => app?.stop())

/** Puts an image into the store; returns its path there and its address. */
async function storeImage(digit: string) {
  const name = `${digit.repeat(48)}-large.png`
  const file = join(app.dataDir, 'blobs/uploads', name)
  await writeFile(file, Buffer.alloc(SIZE, 7))
  return { file, path: `/uploads/${name}` }
}

/** Asks for an image and reads nothing of it. */
async function ask(path: string): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.pause()
  socket.on('error', () => {})
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  return socket
}

async function residentMiB(): Promise<number> {
  const status = await readFile(`/proc/${app.web.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Reads an answer until its connection ends; returns how many bytes came. */
function readToEnd(socket: Socket): Promise<number> {
  let bytes = 0
  socket.on('data', (chunk) => {
    bytes += chunk.byteLength
  })
  return new Promise((resolve) => socket.on('close', () => resolve(bytes)))
}

test('readers that take nothing of an image hold little of it in memory', async () => {
  const { path } = await storeImage('a')
  const before = await residentMiB()
  const sockets = await Promise.all(Array.from({ length: 40 }, () => ask(path)))
  await pause(2_000)
  // All 40 images at once are 760 MiB.
  expect((await residentMiB()) - before).toBeLessThan(150)
  for (const socket of sockets) socket.destroy()
})

test('an image that a slow reader takes late arrives whole', async () => {
  const { path } = await storeImage('b')
  const socket = await ask(path)
  await pause(500)
  let bytes = 0
  const whole = new Promise<void>((resolve) =>
    socket.on('data', (chunk) => {
      bytes += chunk.byteLength
      if (bytes > SIZE) resolve()
    }),
  )
  socket.resume()
  await whole
  socket.destroy()
})

test('a reading error cuts the connection, so that the client sees it, and is logged', async () => {
  expectErrorLogs(/request failed: .*did not end/)
  const { file, path } = await storeImage('c')
  const socket = await ask(path)
  // Once the answer has begun, whatever the length of the file is then was announced.
  socket.resume()
  await once(socket, 'data')
  socket.pause()
  await truncate(file, MIB)
  const end = readToEnd(socket)
  socket.resume()
  expect(await end).toBeLessThan(SIZE)
  await app.web.waitForLog((line) => JSON.stringify(line).includes('did not end after'))
})
