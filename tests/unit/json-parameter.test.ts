import { expect, test } from 'vitest'
import { toJsonParameter } from '#db/json-parameter.ts'

test('objects and short lists are JSON at once', () => {
  for (const value of [{ a: [1, 'x'] }, [], [null, undefined, { b: '"' }]]) {
    expect(toJsonParameter(value)).toBe(JSON.stringify(value))
  }
})

test('a long list is made in several rounds, in which other work is done', async () => {
  const list = [
    undefined,
    ...Array.from({ length: 70 }, (_, n) => ({ n, text: 'ä"'.repeat(50_000) })),
  ]
  let rounds = 0
  let isCounting = true
  const countRounds = () => {
    rounds += 1
    if (isCounting) setImmediate(countRounds)
  }
  countRounds()
  const json = await toJsonParameter(list)
  isCounting = false
  expect(json).toBe(JSON.stringify(list))
  expect(rounds).toBeGreaterThan(10)
})
