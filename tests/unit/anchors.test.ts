import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listChanges } from '#core/documents/anchors/list-changes.ts'
import { mapRanges } from '#core/documents/anchors/map-range.ts'
import { placeSuggestions } from '#core/documents/anchors/place-suggestions.ts'
import { cpuTime } from '#tests/support/cpu-time.ts'

/** Long enough for any of these texts, on any machine. */
const UNBOUNDED = 60_000

/** Where `quote` is in `content`, counted from 0. */
function nth(content: string, quote: string, occurrence: number) {
  let start = -1
  for (let seen = 0; seen <= occurrence; seen += 1) start = content.indexOf(quote, start + 1)
  return { start, end: start + quote.length }
}

function map(from: string, to: string, range: { start: number; end: number }) {
  return mapRanges(from, to, UNBOUNDED)(range)
}

describe('a quote keeps its place', () => {
  test('when the text before it and after it changes', () => {
    const from = 'Rain falls.\nThe sun shines.\nSnow lies.\n'
    const to = 'Heavy rain falls again.\nThe sun shines.\nOld snow lies.\n'
    expect(map(from, to, nth(from, 'The sun shines.', 0))).toEqual(nth(to, 'The sun shines.', 0))
  })

  test('when the text of its own line changes around it', () => {
    const from = 'One is small. Two is more. Three is many.'
    const to = 'One is tiny indeed. Two is more. Three is enough.'
    expect(map(from, to, nth(from, 'Two is more.', 0))).toEqual(nth(to, 'Two is more.', 0))
  })

  test('among the same phrases, whichever of them it is', () => {
    const from = 'Yes. Why not? Yes. So be it. Yes.'
    const to = 'First: Yes. Why ever not? Yes. So be that. Yes.'
    for (const occurrence of [0, 1, 2]) {
      expect(map(from, to, nth(from, 'Yes.', occurrence))).toEqual(nth(to, 'Yes.', occurrence))
    }
  })

  test('in a line that is like its neighbour', () => {
    const from = 'no\nno\nyes yes'
    const to = 'first no\nno\nthen yes yes'
    expect(map(from, to, nth(from, 'no', 0))).toEqual(nth(to, 'no', 0))
    expect(map(from, to, nth(from, 'no', 1))).toEqual(nth(to, 'no', 1))
  })

  test('in a script without spaces', () => {
    const from = '今天下雨。明天晴天。'
    const to = '今天大雨。明天晴天。'
    expect(map(from, to, nth(from, '明天晴天', 0))).toEqual(nth(to, '明天晴天', 0))
  })

  test('when its paragraph is moved, if it stands in one place only', () => {
    const from = 'The first paragraph.\n\nThe second paragraph.\n\nThe third one.\n'
    const to = 'The third one.\n\nThe second paragraph.\n\nThe first paragraph.\n'
    for (const quote of ['The first paragraph.', 'The third one.']) {
      expect(map(from, to, nth(from, quote, 0))).toEqual(nth(to, quote, 0))
    }
  })

  test('when it includes the spaces around its words', () => {
    const from = 'a b c'
    const to = 'a new b c'
    expect(map(from, to, { start: 1, end: 3 })).toEqual({ start: 5, end: 7 })
  })

  test('whatever fresh words are put in elsewhere', () => {
    const word = fc.constantFrom('yes', 'no', 'rain', 'sun', 'is', 'a')
    const separator = fc.constantFrom(' ', ' ', '. ', '\n', ', ')
    const words = fc.array(fc.tuple(word, separator), { minLength: 3, maxLength: 60 })
    fc.assert(
      fc.property(
        words,
        fc.nat(),
        fc.nat(),
        fc.array(fc.nat(), { maxLength: 8 }),
        (text, a, b, at) => {
          const first = a % text.length
          const count = 1 + (b % Math.min(5, text.length - first))
          const places = at.map((place) => place % (text.length + 1))
          let [from, to] = ['', '']
          const [here, there] = [
            { start: 0, end: 0 },
            { start: 0, end: 0 },
          ]
          text.forEach(([token, after], index) => {
            const isInside = index > first && index < first + count
            if (!isInside)
              for (const place of places) if (place === index) to += `fresh${to.length} `
            if (index === first) [here.start, there.start] = [from.length, to.length]
            from += token
            to += token
            if (index === first + count - 1) [here.end, there.end] = [from.length, to.length]
            from += after
            to += after
          })
          expect(map(from, to, here)).toEqual(there)
        },
      ),
    )
  })
})

describe('a quote is gone', () => {
  test('when one of its words is another', () => {
    const from = 'The sun shines today. It is warm.'
    const to = 'The sun shone today. It is warm.'
    expect(map(from, to, nth(from, 'The sun shines today.', 0))).toBeNull()
  })

  test('when its word has grown into a longer one', () => {
    expect(map('A cat sat.', 'A concat sat.', { start: 2, end: 5 })).toBeNull()
  })

  test('when it was deleted, although the same phrase stands elsewhere', () => {
    const from = 'Yes.\nThe first reason.\nYes.\nThe second reason.\n'
    const to = 'Yes.\nThe first reason.\nThe second reason.\n'
    expect(map(from, to, nth(from, 'Yes.', 1))).toBeNull()
    expect(map(from, to, nth(from, 'Yes.', 0))).toEqual(nth(to, 'Yes.', 0))
  })

  test('rather than mapped to other text, whatever was edited', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'b', ' ', '\n', '.', 'é', '日', '😀', ','),
      maxLength: 80,
    })
    fc.assert(
      fc.property(text, text, fc.nat(80), fc.nat(80), (from, to, a, b) => {
        const range = {
          start: Math.min(a, b, from.length),
          end: Math.min(Math.max(a, b), from.length),
        }
        const place = map(from, to, range)
        if (place) expect(to.slice(place.start, place.end)).toBe(from.slice(range.start, range.end))
      }),
    )
  })
})

describe('the changes between two contents', () => {
  test('turn the one into the other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '.', '日'), maxLength: 60 })
    fc.assert(
      fc.property(text, text, (from, to) => {
        let [built, at] = ['', 0]
        for (const change of listChanges(from, to, { timeoutMs: UNBOUNDED })) {
          built += from.slice(at, change.from.start) + to.slice(change.to.start, change.to.end)
          at = change.from.end
        }
        expect(built + from.slice(at)).toBe(to)
      }),
    )
  })

  test('are one change when there is no time to compare', () => {
    const [change, ...others] = listChanges('same\na b\nsame', 'same\nc b d\nsame', {
      timeoutMs: -1,
    })
    expect(others).toEqual([])
    expect(change).toEqual({ from: { start: 5, end: 8 }, to: { start: 5, end: 10 } })
  })

  test('of texts that share nothing end in bounded time', () => {
    const lines = (word: string) =>
      Array.from({ length: 30_000 }, (_, n) => `${word} ${n}`).join('\n')
    const startedAt = performance.now()
    expect(listChanges(lines('a'), lines('b'), { timeoutMs: 50 })).toHaveLength(1)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe('suggestions are placed', () => {
  const suggestion = (id: string, originalText: string, startOffset: number | null) => ({
    id,
    originalText,
    suggestedText: '!',
    description: null,
    documentCreatedAt: 'v1',
    startOffset,
  })

  test('each at its own of two same sentences; one without an offset at the first', () => {
    const placed = placeSuggestions(
      [suggestion('second', 'Yes.', 9), suggestion('old', 'Yes.', null)],
      new Map([['v1', 'Yes. No. Yes.']]),
      'Well: Yes. No. Yes.',
    )
    expect(placed.map(({ id, range }) => [id, range?.start])).toEqual([
      ['second', 15],
      ['old', 6],
    ])
  })

  test('nowhere when the version is unknown, or its text is not at the offset', () => {
    const placed = placeSuggestions(
      [
        suggestion('elsewhere', 'Yes.', 1),
        { ...suggestion('lost', 'Yes.', 0), documentCreatedAt: 'v0' },
      ],
      new Map([['v1', 'Yes.']]),
      'Yes.',
    )
    expect(placed.map(({ range }) => range)).toEqual([null, null])
  })
})

test('moved parts of a text that repeats itself are looked for no longer than a moment', () => {
  const quotes = Array.from({ length: 100 }, (_, n) => `${'ab'.repeat(200)}${n}${'ab'.repeat(200)}`)
  const from = quotes.join('\n')
  const place = mapRanges(from, 'ab'.repeat(800_000))
  const begun = cpuTime()
  for (const quote of quotes) {
    const start = from.indexOf(quote)
    expect(place({ start, end: start + quote.length })).toBeNull()
  }
  expect(cpuTime() - begun).toBeLessThan(1_500)
})
