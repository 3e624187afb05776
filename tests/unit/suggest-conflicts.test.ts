import { expect, test } from 'vitest'
import { joinPieces, type MergedPiece } from '#core/documents/merge/merged.ts'
import { suggestConflicts } from '#core/documents/suggest-conflicts.ts'
import { cpuTime } from '#tests/support/cpu-time.ts'

function suggest(...pieces: MergedPiece[]) {
  return suggestConflicts('text', joinPieces(pieces))
}

const DELETED = { base: 'A.\n', ours: '', theirs: 'B.\n' }

test('a conflict in an empty line is suggested with the lines before it, else behind it', () => {
  expect(suggest('One.\n\n', DELETED, 'Two.\n')).toEqual([
    { start: 0, originalText: 'One.\n', suggestedText: 'One.\n\nB.' },
  ])
  expect(suggest('\n', DELETED, '\nTwo.\n')).toEqual([
    { start: 0, originalText: '\n\nTwo.', suggestedText: '\nB.\n\nTwo.' },
  ])
})

test('a conflict in a blank document has no place for a suggestion', () => {
  expect(suggest('\n', DELETED)).toBeNull()
  expect(suggest('\n \n', DELETED, '\n\n')).toBeNull()
})

test('a conflict among thousands of blank lines takes no time', () => {
  const blank = `${' '.repeat(60)}\n`.repeat(10_000)
  const begun = cpuTime()
  expect(suggest(blank, DELETED, blank)).toBeNull()
  expect(cpuTime() - begun).toBeLessThan(1_000)
})
