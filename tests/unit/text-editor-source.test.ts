import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countWords } from '#components/documents/text/rich/count-words.ts'
import { lineEndsOf } from '#components/documents/text/source/line-ends.ts'
import { changesBetween } from '#components/documents/text/source/text-changes.ts'

const text = fc
  .array(fc.constantFrom('a', 'b', 'word', '\n', '\r\n', '\r', '😀', ' ', '\ud83d'), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

describe('the changes between two texts', () => {
  test('make the one the other, and never cut a character or a line end', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        let result = ''
        let at = 0
        for (const { from, to, insert } of changesBetween(before, after)) {
          expect(from).toBeGreaterThanOrEqual(at)
          result += before.slice(at, from) + insert
          at = to
          for (const cut of [from, to]) {
            expect(before.slice(cut - 1, cut + 1)).not.toMatch(/^(?:[\ud83d][\udc00-\udfff]|\r\n)$/)
          }
        }
        expect(result + before.slice(at)).toBe(after)
      }),
      { numRuns: 2_000 },
    )
  })

  test('are only where the texts differ', () => {
    const before = 'one\ntwo\nthree\nfour\n'
    expect(changesBetween(before, before)).toEqual([])
    expect(changesBetween(before, 'one\ntwenty\nthree\nfour\nfive\n')).toEqual([
      { from: 6, to: 7, insert: 'enty' },
      { from: 19, to: 19, insert: 'five\n' },
    ])
  })
})

describe('offsets in the source', () => {
  const lines = fc.array(fc.constantFrom('', 'a', 'some words', '😀'), {
    minLength: 1,
    maxLength: 9,
  })

  test.each(['\n', '\r\n'] as const)('are found in the view and back, with %j', (separator) => {
    fc.assert(
      fc.property(lines, fc.nat(), fc.nat(), (parts, one, other) => {
        const content = parts.join(separator)
        const ends = lineEndsOf(content)
        const doc = Text.of(parts)
        if (parts.length > 1) expect(ends.separator).toBe(separator)
        const [start = 0, end = 0] = [one % (doc.length + 1), other % (doc.length + 1)].toSorted(
          (a, b) => a - b,
        )
        const range = ends.toContent(doc, { start, end })
        expect(content.slice(range.start, range.end)).toBe(
          doc.sliceString(start, end, parts.length > 1 ? separator : '\n'),
        )
        expect(ends.toView(doc, range)).toEqual({ start, end })
      }),
    )
  })

  test('are those of the text where its line ends are mixed', () => {
    expect(lineEndsOf('a\r\nb\nc').separator).toBe('\n')
  })
})

test.each([
  ['', 0],
  ["It's a well-known fact: 3.5 of 10.", 7],
  ['  – ', 0],
  ['Grüße, naïve Ärztin', 3],
  ['雨が降る', 4],
])('%j has %i words', (words, count) => {
  expect(countWords(words)).toBe(count)
})
