import { afterEach, describe, expect, test, vi } from 'vitest'
import { isAppError } from '#core/app-error.ts'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'

/** A limit whose tasks are named and end when they are told to. */
function startLimit({ running, waiting }: { running: number; waiting: number }) {
  const withinLimit = createConcurrencyLimit({ running, waiting, refusal: 'Full.' })
  const started: string[] = []
  const ends = new Map<string, () => void>()

  function add(caller: string, name: string) {
    const done = withinLimit(caller, () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    })
    const outcome = done.catch((error: unknown) =>
      isAppError(error) ? error.code : Promise.reject(error),
    )
    return { outcome }
  }

  async function endAll() {
    while (ends.size > 0) {
      for (const [name, end] of ends) {
        ends.delete(name)
        end()
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  return { add, started, ends, endAll }
}

describe('createConcurrencyLimit', () => {
  afterEach(() => void vi.useRealTimers())

  test('the allowed number runs at once, the next wait in order, and more are refused', async () => {
    const { add, started, ends, endAll } = startLimit({ running: 2, waiting: 2 })
    const tasks = ['1', '2', '3', '4'].map((name) => add('a', name))
    expect(await add('a', '5').outcome).toBe('unavailable')
    expect(started).toEqual(['1', '2'])
    ends.get('1')?.()
    expect(await tasks[0]?.outcome).toBe('1')
    await expect.poll(() => started).toEqual(['1', '2', '3'])
    await endAll()
    expect(await Promise.all(tasks.map(({ outcome }) => outcome))).toEqual(['1', '2', '3', '4'])
    expect(started).toEqual(['1', '2', '3', '4'])
  })

  test('callers take turns, however many tasks one of them has', async () => {
    const { add, started, endAll } = startLimit({ running: 1, waiting: 100 })
    for (let n = 0; n < 20; n += 1) add('many', `many ${n}`)
    add('one', 'one')
    add('two', 'two 0')
    add('two', 'two 1')
    await endAll()
    expect(started.slice(0, 7)).toEqual([
      'many 0',
      'many 1',
      'one',
      'two 0',
      'many 2',
      'two 1',
      'many 3',
    ])
    expect(started).toHaveLength(23)
  })

  test('a full queue gives a place of its largest caller to one with fewer tasks', async () => {
    const { add, started, endAll } = startLimit({ running: 1, waiting: 3 })
    const many = [0, 1, 2, 3].map((n) => add('many', `many ${n}`))
    const one = add('one', 'one')
    expect(await many[3]?.outcome).toBe('unavailable')
    // Two and one wait: neither caller has a place to give up for more of its own or the other's.
    expect(await add('many', 'many 4').outcome).toBe('unavailable')
    expect(await add('one', 'one 1').outcome).toBe('unavailable')
    await endAll()
    expect(await one.outcome).toBe('one')
    expect(started).toEqual(['many 0', 'many 1', 'one', 'many 2'])
  })

  test('a task that has waited 25 s is refused, and its place is free again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { add, started, endAll } = startLimit({ running: 1, waiting: 2 })
    const stuck = add('a', 'stuck')
    const early = add('b', 'early')
    await vi.advanceTimersByTimeAsync(20_000)
    const late = add('b', 'late')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await early.outcome).toBe('unavailable')
    const later = add('c', 'later')
    await endAll()
    expect(await Promise.all([stuck, late, later].map(({ outcome }) => outcome))).toEqual([
      'stuck',
      'late',
      'later',
    ])
    expect(started).toEqual(['stuck', 'late', 'later'])
    // What has started has no deadline.
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a failed task frees its slot', async () => {
    const limit = createConcurrencyLimit({ running: 1, waiting: 0, refusal: 'Full.' })
    await expect(limit('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await limit('a', async () => 'next')).toBe('next')
  })
})
