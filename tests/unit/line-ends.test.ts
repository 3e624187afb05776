import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withLineEndsOf } from '#core/documents/line-ends.ts'

/** As a browser sends the text of a form. */
const asForm = (text: string) => text.replace(/\r\n|\n|\r/g, '\r\n')

describe('line ends', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'b', ' ', '\n', '\r', '\r\n'),
    maxLength: 40,
  })

  test('of a text that a form sends back untouched are as they were', () => {
    fc.assert(
      fc.property(text, (original) => {
        expect(withLineEndsOf(original, asForm(original))).toBe(original)
        expect(withLineEndsOf(original, original.replace(/\r\n?/g, '\n'))).toBe(original)
      }),
    )
  })

  test('are all that changes', () => {
    fc.assert(
      fc.property(text, text, (original, edited) => {
        const kept = withLineEndsOf(original, asForm(edited))
        expect(kept.split(/\r\n|\n|\r/)).toEqual(edited.split(/\r\n|\n|\r/))
      }),
    )
  })

  test('of new lines are those that most lines have', () => {
    expect(withLineEndsOf('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n')
    expect(withLineEndsOf('a\nb\r\nc\n', 'a\r\nnew\r\nb\r\nc\r\n')).toBe('a\nnew\nb\r\nc\n')
    expect(withLineEndsOf('', 'a\r\nb')).toBe('a\nb')
  })
})
