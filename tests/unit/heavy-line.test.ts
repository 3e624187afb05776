import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHeavyLine, type HeavyLine } from '#worker/heavy-line.ts'

let line: HeavyLine
let ends: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  line = createHeavyLine()
  ends = []
})
afterEach(() => vi.useRealTimers())

/** Takes a job with a heavy image; returns the milliseconds for which it is put off. */
async function take(id: string, places = 2): Promise<number> {
  const decode = () => new Promise<void>((resolve) => ends.push(resolve))
  const run = async () => {
    line.assertNext({ id, places })
    await line.run({ id, places }, decode)
  }
  const started = ends.length
  const ended = run().then(
    () => 0,
    (error: { waitMs: number }) => error.waitMs,
  )
  await vi.advanceTimersByTimeAsync(0)
  return ends.length > started ? 0 : ended
}

async function end(index: number) {
  ends[index]?.()
  await vi.advanceTimersByTimeAsync(0)
}

describe('the line of heavy images', () => {
  test('jobs beyond the places are put off, the longer the further back they are', async () => {
    expect([await take('a'), await take('b')]).toEqual([0, 0])
    expect([await take('c'), await take('d'), await take('e')]).toEqual([500, 1_000, 1_500])
    for (let n = 0; n < 100; n += 1) await take(`more-${n}`)
    expect(await take('last')).toBe(8_000)
    expect(await take('d')).toBe(1_000)
  })

  test('a place that is free is for the oldest in line, whom no younger one overtakes', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await take(id)
    await end(0)
    expect(await take('new')).toBe(1_000)
    expect(await take('d')).toBe(500)
    expect(await take('c')).toBe(0)
  })

  test('one that another worker has taken, or that has left, holds up nobody', async () => {
    for (const id of ['a', 'b', 'elsewhere', 'left', 'c']) await take(id)
    line.leave('left')
    expect(await take('c')).toBe(1_000)
    await vi.advanceTimersByTimeAsync(9_000)
    expect(await take('c')).toBe(1_000)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await take('c')).toBe(500)
  })

  test('a place is not kept for one that does not come while nothing is decoded', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await take(id)
    await Promise.all([end(0), end(1)])
    expect(await take('new')).toBe(0)
  })
})
