import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CHANNEL, createSignals } from '#core/signals.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { startSilentProxy } from '#tests/support/silent-proxy.ts'

const TOPIC = 'title:chat'
const TIMEOUT = { timeout: 15_000 }
const PING_MS = 20_000
const ANSWER_MS = 5_000
const RECONNECT_MS = 1_000

async function start() {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const proxy = await startSilentProxy(database.url)
  onTestFinished(() => proxy.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const signals = createSignals(proxy.url, pino({ level: 'silent' }))
  onTestFinished(() => signals.close())
  const heard: string[] = []
  signals.subscribe(TOPIC, (reason) => void heard.push(reason))
  await expect.poll(signals.isConnected, TIMEOUT).toBe(true)
  heard.length = 0
  const notify = () => database.sql('select pg_notify($1, $2)', [CHANNEL, TOPIC])
  return { proxy, signals, heard, notify }
}

test('a listening connection that was cut without a word is noticed and opened anew', async () => {
  const { proxy, signals, heard, notify } = await start()
  await notify()
  await expect.poll(() => heard, TIMEOUT).toEqual(['signal'])

  proxy.cut()
  await vi.advanceTimersByTimeAsync(PING_MS)
  expect(signals.isConnected()).toBe(true)
  await vi.advanceTimersByTimeAsync(ANSWER_MS)
  expect(signals.isConnected()).toBe(false)
  await vi.advanceTimersByTimeAsync(RECONNECT_MS)
  await expect.poll(signals.isConnected, TIMEOUT).toBe(true)
  expect(heard).toEqual(['signal', 'reconnected'])
  await notify()
  await expect.poll(() => heard, TIMEOUT).toEqual(['signal', 'reconnected', 'signal'])
  expect(proxy.connections()).toBe(2)
})

test('a listening connection without signals stays', async () => {
  const { proxy, signals, heard, notify } = await start()
  for (let ping = 0; ping < 3; ping += 1) {
    const before = proxy.answered()
    await vi.advanceTimersByTimeAsync(PING_MS - ANSWER_MS)
    await vi.advanceTimersByTimeAsync(ANSWER_MS)
    await expect.poll(proxy.answered, TIMEOUT).toBeGreaterThan(before)
  }
  expect(signals.isConnected()).toBe(true)
  await notify()
  await expect.poll(() => heard, TIMEOUT).toEqual(['signal'])
  expect(proxy.connections()).toBe(1)
})
