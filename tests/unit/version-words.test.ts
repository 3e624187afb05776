import { expect, test } from 'vitest'
import { timeAgo } from '#components/documents/versions/version-time.tsx'
import { versionAuthor, versionGrowth } from '#components/documents/versions/version-words.ts'

const NOW = Date.parse('2026-11-22T12:00:00.000Z')

test.each([
  ['2026-11-22T11:59:30.000Z', 'just now'],
  // A clock that is a little behind the server's.
  ['2026-11-22T12:00:05.000Z', 'just now'],
  ['2026-11-22T11:30:00.000Z', '30 min ago'],
  ['2026-11-22T09:59:00.000Z', '2 h ago'],
  ['2026-11-21T10:00:00.000Z', '1 day ago'],
  ['2026-11-17T10:00:00.000Z', '5 days ago'],
])('a version of %s was made %s', (createdAt, text) => {
  expect(timeAgo(createdAt, NOW)).toBe(text)
})

test('an old version has its date', () => {
  expect(timeAgo('2025-03-05T10:00:00.000Z', NOW)).toContain('2025')
})

const version = { createdAt: '', number: 1, origin: null, bytes: 2_500 }

test.each([
  [null, '2.5 kB'],
  [0, 'same size'],
  [1, '+1 byte'],
  [120, '+120 bytes'],
  [-14, '−14 bytes'],
  [2_345_678, '+2.3 MB'],
])('the change of a version that grew by %s is %s', (growth, text) => {
  expect(versionGrowth({ ...version, growth })).toBe(text)
})

test.each([
  ['ai', 'AI'],
  ['edit', 'You'],
  ['restore', 'You restored it'],
  [null, null],
] as const)('a version that came about by %s is of %s', (origin, author) => {
  expect(versionAuthor(origin)).toBe(author)
})
