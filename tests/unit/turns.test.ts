import { expect, test } from 'vitest'
import { createTurns } from '#http/limits/turns.ts'

const WORK_MS = 60

/** Holds the thread, as reading a large chat does. */
function holdThread() {
  const end = performance.now() + WORK_MS
  while (performance.now() < end);
}

test('works that hold the thread leave as much time to others between them', async () => {
  const inTurn = createTurns({ running: 1, refusal: 'Too many.' })
  const works: { from: number; to: number }[] = []

  await Promise.all(
    Array.from({ length: 4 }, () =>
      inTurn('192.0.2.1', async () => {
        const from = performance.now()
        holdThread()
        works.push({ from, to: performance.now() })
      }),
    ),
  )

  const pauses = works.slice(1).map(({ from }, index) => from - (works[index]?.to ?? 0))
  expect(Math.min(...pauses)).toBeGreaterThan(WORK_MS * 0.8)
})

test('networks take turns, and a work that fails is no turn lost', async () => {
  const inTurn = createTurns({ running: 1, refusal: 'Too many.' })
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)

  const first = inTurn('192.0.2.1', () => Promise.reject(new Error('lost')))
  await Promise.all([
    expect(first).rejects.toThrow('lost'),
    inTurn('192.0.2.1', work('one, first')),
    inTurn('192.0.2.1', work('one, second')),
    inTurn('198.51.100.1', work('another')),
  ])

  expect(done).toEqual(['one, first', 'another', 'one, second'])
})
