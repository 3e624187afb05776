import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { diffSheet, type SheetCells, type SheetDiff } from '#core/documents/diff/diff-sheet.ts'
import { type DiffBlock, diffText } from '#core/documents/diff/diff-text.ts'
import { shownSheetDiff } from '#core/documents/diff/shown-sheet-diff.ts'

function atOnce<T>(work: Generator<void, T, void>): T {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

/** The texts of both sides, as a diff tells them. */
function sidesOf(blocks: DiffBlock[]) {
  let from = ''
  let to = ''
  for (const block of blocks) {
    if (block.type === 'same') {
      from += block.lines.join('')
      to += block.lines.join('')
    } else {
      for (const { type, text } of block.rows.flatMap(({ parts }) => parts)) {
        if (type !== 'inserted') from += text
        if (type !== 'deleted') to += text
      }
    }
  }
  return { from, to }
}

/** What a diff says of the changed lines, one text a line: `-` deleted, `+` inserted, `[-…-]{+…+}` words. */
function changesIn(from: string, to: string): string[] {
  return atOnce(diffText(from, to)).flatMap((block) =>
    block.type === 'same'
      ? []
      : block.rows.map(({ from, to, parts }) => {
          const texts = parts.map(({ type, text }) => {
            const line = text.trimEnd()
            if (from === null) return `+${line}`
            if (to === null) return `-${line}`
            return { same: line ? text : '', deleted: `[-${text}-]`, inserted: `{+${text}+}` }[type]
          })
          return texts.join('').trimEnd()
        }),
  )
}

const line = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', 'a', 'b', 'the quick brown fox', 'the slow brown fox', '# Rain', '雨が降る'),
  fc.array(fc.constantFrom('a', 'b', 'c', ' ', '.', '😀', '\ud800'), { maxLength: 12 }).map(joined),
)
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n', '')), { maxLength: 40 })
  .map((lines) => lines.map(joined).join(''))

function joined(parts: readonly string[]): string {
  return parts.join('')
}

describe('the diff of two texts', () => {
  test('loses no character: without what is inserted it is the one, without what is deleted the other', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(sidesOf(atOnce(diffText(from, to)))).toEqual({ from, to })
      }),
      { numRuns: 400 },
    )
  })

  test('numbers every line of both sides once, in order', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const seen: { from: number[]; to: number[] } = { from: [], to: [] }
        for (const block of atOnce(diffText(from, to))) {
          const rows =
            block.type === 'changed'
              ? block.rows
              : block.lines.map((_, n) => ({ from: block.from + n, to: block.to + n }))
          for (const row of rows) {
            if (row.from !== null) seen.from.push(row.from)
            if (row.to !== null) seen.to.push(row.to)
          }
        }
        expect(seen.from).toEqual(seen.from.map((_, index) => index + 1))
        expect(seen.to).toEqual(seen.to.map((_, index) => index + 1))
      }),
    )
  })

  test('of equal texts has no change, and of a text and itself with a line more one', () => {
    fc.assert(
      fc.property(text, (content) => {
        const changed = (blocks: DiffBlock[]) => blocks.filter(({ type }) => type === 'changed')
        expect(changed(atOnce(diffText(content, content)))).toEqual([])
        const more = `${content}\nA line that stands nowhere else.\n`
        expect(changed(atOnce(diffText(content, more))).length).toBe(1)
      }),
    )
  })

  test.each([
    ['a word', 'The rain falls.\n', 'The snow falls.\n', ['The [-rain-]{+snow+} falls.']],
    [
      'a phrase',
      'It is a red big fox.\n',
      'It is a blue small fox.\n',
      ['It is a [-red big-]{+blue small+} fox.'],
    ],
    ['a line', 'One.\nTwo.\nThree.\n', 'One.\nThree.\n', ['-Two.']],
    ['a line between', 'One.\nThree.\n', 'One.\nTwo.\nThree.\n', ['+Two.']],
    ['the end of the last line', 'One.', 'One.\n', ['One.{+\n+}'.trimEnd()]],
    ['line breaks', 'One.\r\n', 'One.\n', ['One.[-\r\n-]{+\n+}']],
    ['lines that have nothing in common', 'A dog barks.\n', 'Rain!\n', ['-A dog barks.', '+Rain!']],
    ['Japanese', '今日は雨が降る\n', '今日は雪が降る\n', ['今日は[-雨-]{+雪+}が降る']],
  ])('shows what changed in %s', (_, from, to, changes) => {
    expect(changesIn(from, to)).toEqual(changes)
  })

  test('finds the line that a changed line was, with others before it', () => {
    const from = 'alpha beta gamma delta\n'
    const to = 'new words here\nalpha beta gamma omega\n'
    expect(changesIn(from, to)).toEqual(['+new words here', 'alpha beta gamma [-delta-]{+omega+}'])
  })
})

const words = (count: number, word: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => word(n))

describe('the diff of large texts stays bounded, and loses nothing', () => {
  test.each([
    ['all lines differ', words(20_000, (n) => `left ${n}\n`), words(20_000, (n) => `right ${n}\n`)],
    [
      'all lines changed',
      words(20_000, (n) => `line ${n} is old\n`),
      words(20_000, (n) => `line ${n} is new\n`),
    ],
    [
      'lines in another order',
      words(20_000, (n) => `${n}\n`),
      words(20_000, (n) => `${(n * 7919) % 20_000}\n`),
    ],
    [
      'three lines, repeated',
      words(50_000, (n) => `${n % 3}\n`),
      words(50_000, (n) => `${(n * n) % 3}\n`),
    ],
    [
      'one line of 400 kB',
      words(60_000, (n) => `word${n} `),
      words(60_000, (n) => `word${n % 7 ? n : 'x'} `),
    ],
    ['one line, all words changed', words(60_000, (n) => `a${n} `), words(60_000, (n) => `b${n} `)],
    ['line breaks alone', words(500_000, () => '\n'), words(400_000, () => '\n')],
    [
      'signs alone',
      words(300_000, (n) => '!?.'[n % 3] ?? ''),
      words(300_000, (n) => '!?;'[n % 3] ?? ''),
    ],
  ])('%s', (_, fromParts, toParts) => {
    const from = joined(fromParts)
    const to = joined(toParts)
    const sides = sidesOf(atOnce(diffText(from, to)))
    expect(sides.from === from).toBe(true)
    expect(sides.to === to).toBe(true)
  })

  test('a changed word is found among many thousand changed lines', () => {
    const from = words(15_000, (n) => `row ${n} old text\n`)
    const to = from.map((each, n) => (n % 3 ? each : each.replace('old', 'new')))
    const blocks = atOnce(diffText(joined(from), joined(to)))
    expect(blocks.filter(({ type }) => type === 'changed')).toHaveLength(5_000)
  })
})

const sheet: fc.Arbitrary<string[][]> = fc.array(
  fc.array(fc.oneof(fc.constantFrom('', 'a', 'b', '1', '2'), fc.string()), { maxLength: 6 }),
  { maxLength: 20 },
)

const describeDiff = (from: SheetCells, to: SheetCells) => atOnce(diffSheet(from, to))

/** The cells of one side, read off the rows and columns of a diff. */
function sideOf({ columns, rows }: SheetDiff, side: 'from' | 'to', cells: SheetCells) {
  return rows.flatMap((row) => {
    const rowIndex = row[side]
    if (rowIndex === null) return []
    const width = cells[rowIndex]?.length ?? 0
    const places = columns.flatMap((column) => column[side] ?? [])
    return [places.slice(0, width).map((column) => cells[rowIndex]?.[column])]
  })
}

describe('the diff of two sheets', () => {
  test('has every cell of both sides once, in order', () => {
    fc.assert(
      fc.property(sheet, sheet, (from, to) => {
        const diff = describeDiff(from, to)
        expect(sideOf(diff, 'from', from)).toEqual(from)
        expect(sideOf(diff, 'to', to)).toEqual(to)
      }),
      { numRuns: 400 },
    )
  })

  test('pairs all rows and columns of equal sheets', () => {
    fc.assert(
      fc.property(sheet, (cells) => {
        const { columns, rows } = describeDiff(cells, cells)
        for (const { from, to } of [...columns, ...rows]) expect(from).toBe(to)
      }),
    )
  })

  test('finds cells, a row and a column that changed, among 10,000 rows', () => {
    const head = words(12, (n) => `column ${n}`)
    const from = [
      head,
      ...words(10_000, (n) => `${n}`).map((n) => head.map((name) => `${name} ${n}`)),
    ]
    const to = from
      .filter((_, row) => row !== 5_000)
      .map((row, index) => {
        const cells = index > 0 && index % 200 === 0 ? row.with(3, 'changed') : [...row]
        cells.splice(6, 1, ...(index === 0 ? ['new', 'column 6'] : ['x', cells[6] ?? '']))
        return cells
      })
    const { columns, rows } = describeDiff(from, to)
    expect(columns.filter((place) => place.from === null)).toEqual([{ from: null, to: 6 }])
    expect(columns.some((place) => place.to === null)).toBe(false)
    expect(rows.filter((place) => place.to === null)).toEqual([{ from: 5_000, to: null }])
    expect(rows.some((place) => place.from === null)).toBe(false)
    expect(rows).toHaveLength(10_001)
  })

  test('knows a column that has another name by its cells, and sheets that share nothing', () => {
    const from = [
      ['name', 'age'],
      ['Ann', '30'],
      ['Bob', '41'],
    ]
    const to = [
      ['name', 'years'],
      ['Ann', '30'],
      ['Bob', '41'],
    ]
    const both = [
      { from: 0, to: 0 },
      { from: 1, to: 1 },
    ]
    expect(describeDiff(from, to)).toEqual({ columns: both, rows: [...both, { from: 2, to: 2 }] })
    const other = describeDiff(from, [['x'], ['y']])
    expect(other.rows.every((row) => row.from === null || row.to === null)).toBe(true)
  })
})

test('a long cell that changed far behind its beginning is shown as changed', () => {
  const sheet = (end: string) => [
    ['a', 'b'],
    ['1', 'x'.repeat(900) + end],
  ]
  const [from, to] = [sheet('old'), sheet('new')]
  const shown = atOnce(shownSheetDiff(atOnce(diffSheet(from, to)), from, to))
  expect(shown).toMatchObject({ changes: 1, sums: { cells: 1 } })
  const before = `… ${'x'.repeat(100)}`
  expect(shown.rows[1]).toMatchObject({
    cells: [
      { from: '1', to: '1' },
      { from: `${before}old`, to: `${before}new` },
    ],
  })
})
