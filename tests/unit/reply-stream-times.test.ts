import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startReading, startReply } from '#tests/support/written-reply.ts'

const FORMATS = ['data-stream-v1', 'ui-message-stream'] as const

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
})
afterEach(() => void vi.useRealTimers())

test.each(FORMATS)('%s: a stream is opened after 20 s, and not before', async (format) => {
  const { answer, end } = startReply(format)
  let isOpen = false
  void answer.then(() => {
    isOpen = true
  })
  await vi.advanceTimersByTimeAsync(19_900)
  expect(isOpen).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(isOpen).toBe(true)
  end({ status: 'complete', errorKind: null })
})

test.each(FORMATS)('%s: an open stream is silent for 15 s at most', async (format) => {
  const { answer, write, end } = startReply(format)
  write({ type: 'text-start', id: '0' }, { type: 'text-delta', id: '0', delta: 'One' })
  const receivedAt: number[] = []
  const { read, done } = startReading(await answer, () => receivedAt.push(Date.now()))
  // How long the silence is depends on the moment at which it begins, so there are many.
  for (let words = 0; words < 30; words += 1) {
    for (let passed = 0; passed < 20_300; passed += 100) await vi.advanceTimersByTimeAsync(100)
    write({ type: 'text-delta', id: '0', delta: 'Two' })
  }
  const silences = receivedAt.slice(1).map((at, n) => at - (receivedAt[n] ?? 0))
  expect(read.text).toContain('Two')
  expect(Math.max(...silences)).toBeLessThanOrEqual(15_000)
  expect(Math.max(...silences)).toBeGreaterThan(14_000)
  end({ status: 'complete', errorKind: null })
  await done
})
