import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clearSelected,
  copySelected,
  fillDown,
  fillInto,
  pasteCells,
} from '#components/documents/sheet/model/cell-commands.ts'
import { parseClipboard, writeClipboard } from '#components/documents/sheet/model/clipboard.ts'
import { fillSeries } from '#components/documents/sheet/model/fill-series.ts'
import {
  deleteSelectedRows,
  insertRowsBeside,
  moveSelectedRows,
} from '#components/documents/sheet/model/line-commands.ts'
import { movedPlace } from '#components/documents/sheet/model/move-selection.ts'
import { readNumber } from '#components/documents/sheet/model/read-number.ts'
import { selectedSource } from '#components/documents/sheet/model/selected-source.ts'
import { type Rect, selectCell, selectRect } from '#components/documents/sheet/model/selection.ts'
import { createSheetStore } from '#components/documents/sheet/model/sheet-store.ts'
import {
  followMarks,
  markSuggestions,
  placeMarks,
} from '#components/documents/sheet/model/suggestion-marks.ts'
import { setCell } from '#core/documents/csv/edit-cells.ts'
import { insertRows } from '#core/documents/csv/edit-rows.ts'
import { parseSheet } from '#core/documents/csv/parse-sheet.ts'

const FRUIT = 'name,price\r\nPear,"3"\r\nApple,10\r\nFig, 2 \r\n'

function open(content: string) {
  let edits = 0
  const store = createSheetStore(content, () => {
    edits += 1
  })
  return {
    store,
    edits: () => edits,
    select: (rect: Rect) => store.set({ selection: selectRect(rect) }),
  }
}

function rect(top: number, left: number, bottom = top, right = left): Rect {
  return { top, left, bottom, right }
}

describe('the clipboard', () => {
  const cell = fc.string({
    unit: fc.constantFrom('a', '"', '\t', '\n', '\r', '\r\n', ',', ' '),
    maxLength: 6,
  })
  const width = fc.integer({ min: 1, max: 4 })
  const rows = width.chain((size) =>
    fc.array(fc.array(cell, { minLength: size, maxLength: size }), { minLength: 1, maxLength: 4 }),
  )

  test('cells that were written are read again', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        expect(parseClipboard(writeClipboard(cells))).toEqual(cells)
      }),
    )
  })

  test('what spreadsheets write is read', () => {
    expect(parseClipboard('a\tb\r\n"two\nlines"\t"say ""hi"""\r\n')).toEqual([
      ['a', 'b'],
      ['two\nlines', 'say "hi"'],
    ])
    expect(parseClipboard('5" pipe\t"so" called')).toEqual([['5" pipe', '"so" called']])
  })
})

describe('a series', () => {
  test.each([
    [
      ['1', '2'],
      ['3', '4', '5'],
    ],
    [
      ['1.5', '1.0'],
      ['0.5', '0.0', '-0.5'],
    ],
    [['7'], ['7', '7', '7']],
    [['2026-01-30'], ['2026-01-31', '2026-02-01', '2026-02-02']],
    [
      ['2026-01-05', '2026-01-12'],
      ['2026-01-19', '2026-01-26', '2026-02-02'],
    ],
    [
      ['2025-11-30', '2025-12-30'],
      ['2026-01-30', '2026-02-28', '2026-03-30'],
    ],
    [['Week 9'], ['Week 10', 'Week 11', 'Week 12']],
    [
      ['file 08', 'file 09'],
      ['file 10', 'file 11', 'file 12'],
    ],
    [
      ['a', 'b'],
      ['a', 'b', 'a'],
    ],
    [
      ['1', '2', '4'],
      ['1', '2', '4'],
    ],
    [['=A1'], ['=A1', '=A1', '=A1']],
    [['2026-02-30'], ['2026-02-30', '2026-02-30', '2026-02-30']],
  ])('that begins with %j goes on with %j', (given, next) => {
    expect(fillSeries(given, 3)).toEqual(next)
  })
})

test('numbers are recognised as they are usually written', () => {
  const written = ['1,200.50', '1.200,50', '12 %', '$5', '-3', '1e3', '1 000', '3,5', '−4']
  expect(written.map(readNumber)).toEqual([1200.5, 1200.5, 12, 5, -3, 1000, 1000, 3.5, -4])
  for (const text of ['', '-', '2026-01-01', '=1', '1.2.3', '12a', 'Infinity']) {
    expect(readNumber(text)).toBeNull()
  }
})

describe('cells', () => {
  test('a block that is pasted grows the sheet, is one step, and leaves the other bytes', () => {
    const { store, edits, select } = open(FRUIT)
    select(rect(3, 1))
    store.apply(
      pasteCells(store.get(), [
        ['4', 'x,y'],
        ['5', ''],
      ]),
    )
    expect(store.getContent()).toBe('name,price\r\nPear,"3"\r\nApple,10\r\nFig,4,"x,y"\r\n,5\r\n')
    store.undo()
    expect(store.getContent()).toBe(FRUIT)
    expect(edits()).toBe(2)
    store.redo()
    expect(store.getContent()).toContain('"x,y"')
  })

  test('one cell fills the selected range, and a range takes a block as often as it fits', () => {
    const { store, select } = open('a,b\n,\n,\n,\n,\n')
    select(rect(1, 0, 4, 1))
    store.apply(pasteCells(store.get(), [['1'], ['2']]))
    expect(store.getContent()).toBe('a,b\n1,1\n2,2\n1,1\n2,2\n')
  })

  test('filling down repeats, dragging goes on with the series, backwards too', () => {
    const { store, select } = open('n\n1\n2\n\n\n')
    select(rect(1, 0, 3, 0))
    store.apply(fillDown(store.get()))
    expect(store.getContent()).toBe('n\n1\n1\n1\n\n')
    store.undo()
    store.apply(fillInto(store.get(), rect(1, 0, 2, 0), rect(1, 0, 4, 0)))
    expect(store.getContent()).toBe('n\n1\n2\n3\n4\n')
    store.apply(fillInto(store.get(), rect(3, 0, 4, 0), rect(1, 0, 4, 0)))
    expect(store.getContent()).toBe('n\n1\n2\n3\n4\n')
  })

  test('emptying a whole column leaves what is beside it', () => {
    const { store } = open(FRUIT)
    const place = { row: 0, column: 1 }
    store.set({ selection: { active: place, extent: place, whole: 'columns' } })
    expect(copySelected(store.get())).toEqual([['price'], ['3'], ['10'], [' 2 ']])
    store.apply(clearSelected(store.get()))
    expect(store.getContent()).toBe('name,\r\nPear,""\r\nApple,\r\nFig,\r\n')
  })

  test('what is typed counts before it is finished, and Escape takes it back', () => {
    const { store, edits } = open(FRUIT)
    store.set({ selection: selectCell({ row: 1, column: 0 }) })
    store.draft({ value: 'Plum', isTyped: true, where: 'cell' })
    expect(store.getContent()).toBe(FRUIT.replace('Pear', 'Plum'))
    expect(edits()).toBe(1)
    store.draft(null)
    expect(store.getContent()).toBe(FRUIT)
    expect(edits()).toBe(2)
  })

  test('Ctrl and an arrow lead to the edge of what is filled', () => {
    const { store } = open('a,b\n1,\n2,\n\n5,6\n')
    const go = (row: number, column: number, key: 'ArrowDown' | 'ArrowRight' | 'ArrowUp') =>
      movedPlace(store.get(), { row, column }, { key, isCtrl: true, pageRows: 5 })
    expect(go(0, 0, 'ArrowDown')).toEqual({ row: 2, column: 0 })
    expect(go(2, 0, 'ArrowDown')).toEqual({ row: 4, column: 0 })
    expect(go(4, 0, 'ArrowDown')).toEqual({ row: 4, column: 0 })
    expect(go(4, 0, 'ArrowUp')).toEqual({ row: 2, column: 0 })
    expect(go(0, 0, 'ArrowRight')).toEqual({ row: 0, column: 1 })
  })
})

describe('sorting and filtering', () => {
  const byPrice = { sort: { column: 1, isDescending: false }, filter: null }

  test('are a view: the content stays, edits go to the rows that are shown', () => {
    const { store, edits } = open(FRUIT)
    store.filter(byPrice)
    expect(store.get().order).toEqual([3, 1, 2])
    expect(store.getContent()).toBe(FRUIT)
    expect(edits()).toBe(0)
    store.set({ selection: selectCell({ row: 1, column: 0 }) })
    store.apply(pasteCells(store.get(), [['Date'], ['Pea']]))
    expect(store.getContent()).toBe('name,price\r\nPea,"3"\r\nApple,10\r\nDate, 2 \r\n')
  })

  test('inserted and deleted rows are those that are shown, and moving waits for the own order', () => {
    const { store } = open(FRUIT)
    store.filter(byPrice)
    store.set({ selection: selectCell({ row: 1, column: 0 }) })
    expect(moveSelectedRows(store.get(), 1)).toBeNull()
    store.apply(insertRowsBeside(store.get(), 'above'))
    expect(store.getContent()).toBe('name,price\r\nPear,"3"\r\nApple,10\r\n,\r\nFig, 2 \r\n')
    expect(store.get().order).toEqual([3, 4, 1, 2])
    store.set({ selection: selectRect(rect(2, 0, 3, 0)) })
    store.apply(deleteSelectedRows(store.get()))
    expect(store.getContent()).toBe('name,price\r\nApple,10\r\n,\r\n')
    expect(store.get().order).toEqual([2, 1])
  })

  test.each([
    ['contains', 'P', [1, 2]],
    ['is', 'fig', [3]],
    ['does not contain', 'p', [3]],
    ['is empty', '', []],
  ] as const)('rows are shown where the name %s %j', (by, value, rows) => {
    const { store } = open(FRUIT)
    store.filter({ sort: null, filter: { column: 0, test: by, value } })
    expect(store.get().order).toEqual(rows)
  })

  test('numbers are compared as numbers', () => {
    const { store } = open(FRUIT)
    const filter = { column: null, test: 'is more than', value: '2.5' } as const
    store.filter({ sort: { column: 1, isDescending: true }, filter })
    expect(store.get().order).toEqual([2, 1])
  })
})

describe('a sheet with many rows', () => {
  const COUNT = 150_000
  const lines = (value: (row: number) => string) =>
    Array.from({ length: COUNT }, (_, row) => `${value(row)}\n`).join('')

  test('takes a paste, a fill and an insertion of as many', () => {
    const { store, select } = open('n\n')
    select(rect(1, 0))
    store.apply(pasteCells(store.get(), parseClipboard(lines(String))))
    expect(store.getContent()).toBe(`n\n${lines(String)}`)
    store.apply(fillInto(store.get(), rect(1, 0, COUNT, 0), rect(1, 0, COUNT + 1, 0)))
    expect(store.getContent()).toBe(`n\n${lines(String)}${COUNT}\n`)
    store.filter({ sort: { column: 0, isDescending: true }, filter: null })
    select(rect(1, 0, COUNT, 0))
    store.apply(insertRowsBeside(store.get(), 'above'))
    expect(store.get().sheet.rows.length).toBe(2 * COUNT + 2)
  })

  test('loses every second one in time linear in them', () => {
    const { store, select } = open(`n\n${lines((row) => String(row % 2))}`)
    store.filter({ sort: null, filter: { column: 0, test: 'is', value: '1' } })
    select(rect(1, 0, COUNT / 2, 0))
    store.apply(deleteSelectedRows(store.get()))
    expect(store.getContent()).toBe(`n\n${'0\n'.repeat(COUNT / 2)}`)
  })
})

describe('a content from elsewhere', () => {
  test('keeps the active row and what is typed, and undoing keeps what came', () => {
    const { store } = open(FRUIT)
    store.set({ selection: selectCell({ row: 2, column: 1 }) })
    store.apply(pasteCells(store.get(), [['11']]))
    store.setContent(`name,price\r\nPlum,1\r\n${store.getContent().slice(12)}`)
    expect(store.get().selection.active).toEqual({ row: 3, column: 1 })
    store.undo()
    expect(store.getContent()).toBe('name,price\r\nPlum,1\r\nPear,"3"\r\nApple,10\r\nFig, 2 \r\n')
  })

  test('that changed the same cell is not undone, and that is said', () => {
    const { store } = open(FRUIT)
    store.set({ selection: selectCell({ row: 2, column: 1 }) })
    store.apply(pasteCells(store.get(), [['11']]))
    const theirs = FRUIT.replace('10', '99')
    store.setContent(theirs)
    store.undo()
    expect(store.getContent()).toBe(theirs)
    expect(store.get().notice).toContain('cannot be undone')
  })
})

test('what is selected is told as a part of the content', () => {
  const { store, select } = open(FRUIT)
  const text = () => {
    const range = selectedSource(store.get())
    return range && FRUIT.slice(range.start, range.end)
  }
  select(rect(1, 1))
  expect(text()).toBe('"3"')
  select(rect(1, 0, 1, 1))
  expect(text()).toBe('Pear,"3"')
  select(rect(1, 1, 2, 1))
  expect(text()).toBe('Pear,"3"\r\nApple,10')
  select(rect(9, 0))
  expect(text()).toBeNull()
  store.filter({ sort: { column: 0, isDescending: false }, filter: null })
  select(rect(1, 0, 2, 0))
  expect(text()).toBe('Apple,10\r\nFig, 2 ')
  select(rect(2, 0, 3, 0))
  expect(text()).toBeNull()
})

test('a suggestion stays with its row, and goes when its text is edited away', () => {
  const sheet = parseSheet(FRUIT)
  const start = FRUIT.indexOf('Apple')
  const suggestion = {
    id: 's',
    range: { start, end: start + 5 },
    originalText: 'Apple',
    suggestedText: 'Apples',
    description: null,
  }
  const marks = markSuggestions(sheet, FRUIT, [suggestion])
  expect(placeMarks(sheet, marks)).toEqual([{ place: { row: 2, column: 0 }, suggestion }])
  // What was typed meanwhile, and is not a part of the sheet yet, moves the place of the text.
  const typed = FRUIT.replace('Pear', 'Pears from the garden')
  const range = { start: typed.indexOf('Apple'), end: typed.indexOf('Apple') + 5 }
  const [marked] = markSuggestions(sheet, typed, [{ ...suggestion, range }])
  expect(marked).toMatchObject({ row: sheet.rows[2], column: 0 })
  const later = insertRows(sheet, 1)
  const followed = followMarks(marks, sheet, later)
  expect(placeMarks(later, followed)[0]?.place).toEqual({ row: 3, column: 0 })
  const beside = setCell(later, 3, 1, '12')
  const kept = followMarks(followed, later, beside)
  expect(placeMarks(beside, kept)[0]?.place).toEqual({ row: 3, column: 0 })
  expect(followMarks(kept, beside, setCell(beside, 3, 0, 'Plum'))).toEqual([])
})
