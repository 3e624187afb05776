import { expect, test, vi } from 'vitest'
import type { Logger } from '#core/log.ts'
import { createTurns } from '#http/limits/turns.ts'
import { problemOf } from '#http/responses/problem.ts'
import { turnTaker } from '#tests/support/turn-taker.ts'

const WORK_MS = 60

/** Holds the thread, as reading a large chat does. */
function holdThread() {
  const end = performance.now() + WORK_MS
  while (performance.now() < end);
}

test.each([1, 3])(
  'works that hold the thread leave %i times as much time to others between them',
  async (pauseTimes) => {
    const inTurn = createTurns({ running: 1, refusal: 'Too many.', pauseTimes })
    const works: { from: number; to: number }[] = []

    await Promise.all(
      Array.from({ length: 4 }, () =>
        inTurn(turnTaker('192.0.2.1'), async () => {
          const from = performance.now()
          holdThread()
          works.push({ from, to: performance.now() })
        }),
      ),
    )

    const pauses = works.slice(1).map(({ from }, index) => from - (works[index]?.to ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThan(WORK_MS * pauseTimes * 0.8)
  },
)

test('networks take turns, and a work that fails is no turn lost', async () => {
  const inTurn = createTurns({ running: 1, refusal: 'Too many.' })
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)

  const first = inTurn(turnTaker('192.0.2.1'), () => Promise.reject(new Error('lost')))
  await Promise.all([
    expect(first).rejects.toThrow('lost'),
    inTurn(turnTaker('192.0.2.1'), work('one, first')),
    inTurn(turnTaker('192.0.2.1'), work('one, second')),
    inTurn(turnTaker('198.51.100.1'), work('another')),
  ])

  expect(done).toEqual(['one, first', 'another', 'one, second'])
})

test('nothing is done for a caller who has left before its turn', async () => {
  const inTurn = createTurns({ running: 1, refusal: 'Too many.' })
  const leaving = new AbortController()
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)

  const first = inTurn(turnTaker('192.0.2.1'), work('first'))
  const second = inTurn(turnTaker('192.0.2.1', leaving.signal), work('second'))
  const third = inTurn(turnTaker('192.0.2.1'), work('third'))
  leaving.abort()

  const refused = await second.catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'unavailable' })
  await Promise.all([first, third])
  expect(done).toEqual(['first', 'third'])

  const log = { warn: vi.fn(), error: vi.fn() } as unknown as Logger
  problemOf(refused, { requestId: 'x', log })
  expect(log.error).not.toHaveBeenCalled()
})
