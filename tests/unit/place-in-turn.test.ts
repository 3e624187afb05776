import { expect, test } from 'vitest'
import { placeInTurn } from '#core/suggestions/place-in-turn.ts'

test('others are served between the versions whose suggestions are placed', async () => {
  const versions = new Map(Array.from({ length: 10 }, (_, n) => [`${n}`, `Rain ${n}. Sun.`]))
  const suggestions = [...versions.keys()].map((documentCreatedAt) => {
    const texts = { originalText: 'Sun.', suggestedText: 'Snow.', description: null }
    return { id: documentCreatedAt, documentCreatedAt, startOffset: 8, ...texts }
  })
  let [isPlacing, turns] = [true, 0]
  const countTurns = () => {
    turns += 1
    if (isPlacing) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  const placed = await placeInTurn(suggestions, versions, 'Rain. Sun.')
  isPlacing = false
  expect(placed.map(({ range }) => range?.start)).toEqual(placed.map(() => 6))
  expect(turns).toBeGreaterThanOrEqual(9)
})
