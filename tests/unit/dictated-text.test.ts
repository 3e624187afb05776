import { expect, test } from 'vitest'
import { fitWords, movedSpan } from '#hooks/dictation/dictated-text.ts'

test('dictated words continue the sentence they are spoken into', () => {
  expect(fitWords('hello', '', '', 'en')).toBe('Hello')
  expect(fitWords('and more', 'one', '', 'en')).toBe(' and more')
  expect(fitWords('next', 'Done. ', '', 'en')).toBe('Next')
  expect(fitWords('in', '(', 'between', 'en')).toBe('in ')
  expect(fitWords('です', 'お茶', '', 'ja')).toBe('です')
})

test('a change of the text moves the span of the words behind it, and one inside ends it', () => {
  const span = { start: 4, end: 7 }
  expect(movedSpan(span, 'one two six', 'one two, six')).toEqual(span)
  expect(movedSpan(span, 'one two six', 'no one two six')).toEqual({ start: 7, end: 10 })
  expect(movedSpan(span, 'one two six', 'one tow six')).toBeNull()
  expect(movedSpan(span, 'one two six', '')).toBeNull()
})
