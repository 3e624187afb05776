import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellValue } from '#core/documents/csv/cell-source.ts'
import { detectDelimiter } from '#core/documents/csv/detect-delimiter.ts'
import { setCell, setCells, valueAt } from '#core/documents/csv/edit-cells.ts'
import { insertColumns, moveColumns, removeColumns } from '#core/documents/csv/edit-columns.ts'
import { insertRows, moveRows, removeRows } from '#core/documents/csv/edit-rows.ts'
import { headerIndex } from '#core/documents/csv/keep-delimiter.ts'
import { parseSheet, type Sheet, serialise, sheetWidth } from '#core/documents/csv/parse-sheet.ts'
import { cells } from '#core/documents/csv/read-cells.ts'
import { cellAt, cellRange } from '#core/documents/csv/sheet-offsets.ts'

/** Texts that have much of what matters to CSV. */
const csv = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      'a',
      '1',
      ' ',
      '"',
      '""',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      '\r\n',
      '\r',
      '\uFEFF',
      'é',
    ),
    maxLength: 60,
  }),
  fc.string({ unit: 'binary' }),
)
const value = fc.string({
  unit: fc.constantFrom('a', '1', ' ', '"', ',', ';', '\t', '|', '\n', '\r', '\uFEFF', 'é'),
  maxLength: 8,
})
const place = fc.nat({ max: 7 })

/** The values of all cells, without what is empty at the end of rows and of the sheet. */
function values(sheet: Sheet): string[][] {
  return trimmed(sheet.rows.map((row) => row.cells.map(cellValue)))
}

function trimmed(rows: string[][]): string[][] {
  const copy = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
  return copy.slice(0, copy.findLastIndex((row) => row.length > 0) + 1)
}

/** What a sheet is after it was saved and opened again. */
function reopened(sheet: Sheet): Sheet {
  return parseSheet(serialise(sheet))
}

describe('parseSheet', () => {
  test('gives back every text as it was', () => {
    fc.assert(
      fc.property(csv, (text) => {
        expect(serialise(parseSheet(text))).toBe(text)
      }),
    )
  })

  test('reads what the reading view shows', () => {
    fc.assert(
      fc.property(csv, (text) => {
        expect(values(parseSheet(text))).toEqual(trimmed(cells(text)))
      }),
    )
  })

  test('knows how long its rows are', () => {
    fc.assert(
      fc.property(csv, (text) => {
        const sheet = parseSheet(text)
        for (const row of sheet.rows) {
          expect(row.length).toBe((row.cells.join(',') + row.end).length)
        }
      }),
    )
  })

  test.each([
    ['a,b\n1,2', ','],
    ['Name;Price\nPen;1,50\nInk;3,20\n', ';'],
    ['Name;Price, EUR\nPen;1,50\nInk;3,20;x\n', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['a|b|c', '|'],
    ['"a;b;c",d', ','],
    ['Title\nHello; you', ','],
    ['\n\na;b', ';'],
    ['', ','],
  ])('recognises the delimiter of %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter)
  })

  test('takes time linear in the text', () => {
    for (const part of ['a,b,c\n', '"', '"",', ',', '\n', '"a""b",\r\n', '\uFEFF']) {
      const text = part.repeat(2_000_000 / part.length)
      expect(serialise(parseSheet(text)).length).toBe(text.length)
    }
  })
})

describe('setCell', () => {
  test('changes only the source of its cell', () => {
    fc.assert(
      fc.property(csv, fc.nat(), fc.nat(), value, (text, anyRow, anyColumn, newValue) => {
        const sheet = parseSheet(text)
        fc.pre(sheet.rows.length > 0)
        const row = anyRow % sheet.rows.length
        const column = anyColumn % (sheet.rows[row]?.cells.length ?? 1)
        const range = cellRange(sheet, { row, column })
        const edited = setCell(sheet, row, column, newValue)
        // Another first row gets quotes where it shows another delimiter.
        fc.pre(headerIndex(edited) === headerIndex(sheet))
        const saved = serialise(edited)
        expect(saved.startsWith(text.slice(0, range?.start))).toBe(true)
        expect(saved.endsWith(text.slice(range?.end))).toBe(true)
      }),
    )
  })

  test('a value that is set is read back, also outside of the sheet', () => {
    fc.assert(
      fc.property(csv, place, place, value, (text, row, column, newValue) => {
        const sheet = parseSheet(text)
        // To another delimiter, a quote inside a cell may be the beginning of one.
        const sources = sheet.rows.flatMap((each) => each.cells)
        fc.pre(!sources.some((source) => /[,;\t|]"/.test(source)))
        const edited = setCell(sheet, row, column, newValue)
        expect(valueAt(edited, row, column)).toBe(newValue)
        expect(values(reopened(edited))).toEqual(values(edited))
      }),
    )
  })

  test('shares all other rows, and the sheet where nothing changes', () => {
    const sheet = parseSheet('a,b\n1,2\n"x",4\n')
    const edited = setCell(sheet, 1, 0, '5')
    expect(edited.rows[2]).toBe(sheet.rows[2])
    expect(serialise(edited)).toBe('a,b\n5,2\n"x",4\n')
    expect(setCell(sheet, 2, 0, 'x')).toBe(sheet)
  })

  test('keeps the quotes of a cell, and adds them where they are needed', () => {
    const sheet = parseSheet('a,b\r\n"1",2')
    expect(serialise(setCell(sheet, 1, 0, '7'))).toBe('a,b\r\n"7",2')
    expect(serialise(setCell(sheet, 1, 1, 'x, "y"\nz'))).toBe('a,b\r\n"1","x, ""y""\nz"')
    expect(serialise(setCell(sheet, 3, 1, 'new'))).toBe('a,b\r\n"1",2\r\n\r\n,new')
  })

  test('a title never changes the delimiter', () => {
    const edited = setCell(parseSheet('a\n1\n'), 0, 0, 'x;y')
    expect(cells(serialise(edited))).toEqual([['x;y'], ['1']])
  })
})

describe('a first row with as much of one delimiter as of another', () => {
  const sheet = parseSheet('a,b;c\n1,2\n3,4\n')

  test('keeps the delimiter when a cell is set', () => {
    const edited = setCell(sheet, 1, 0, 'x;y;z')
    expect(cells(serialise(edited))).toEqual([
      ['a', 'b;c'],
      ['x;y;z', '2'],
      ['3', '4'],
    ])
  })

  test('keeps the delimiter when the row goes that told it', () => {
    const semicolons = parseSheet('a,b;c\n1;2\n3\n')
    const edited = removeRows(semicolons, new Set([1]))
    expect(cells(serialise(edited))).toEqual([['a,b', 'c'], ['3']])
  })
})

describe('a first row that changes keeps the delimiter', () => {
  test.each([
    ['the first cell of an empty sheet', '', 1, 'x;y', [[''], ['x;y']]],
    [
      'a cell above the others',
      '\na;b\n',
      0,
      'x',
      [
        ['x', ''],
        ['a', 'b'],
      ],
    ],
    ['a title that is emptied', 'Notes\nMilk; eggs\n', 0, '', [[''], ['Milk; eggs']]],
    [
      'a cell after a byte order mark and another',
      '\uFEFF\uFEFFa\nb\n',
      1,
      'c',
      [['\uFEFFa'], ['c']],
    ],
  ])('%s', (_, content, row, newValue, expected) => {
    expect(cells(serialise(setCell(parseSheet(content), row, 0, newValue)))).toEqual(expected)
  })

  test('a row that comes to stand first', () => {
    expect(cells(serialise(moveRows(parseSheet('a\n"";\n'), 1, 0)))).toEqual([[';'], ['a']])
    const emptied = removeRows(parseSheet('a;b\n'), new Set([0]))
    const begun = setCells(
      emptied,
      [0, 1].map((row) => ({ row, column: 0, value: '1,5' })),
    )
    expect(cells(serialise(begun))).toEqual([['1,5'], ['1,5']])
  })
})

describe('rows and columns', () => {
  /** What an operation does to the values, beside what it does to the sheet. */
  const operations = fc.oneof(
    fc.tuple(place, place).map(([at, count]) => ({
      name: `insertRows ${at} ${count}`,
      sheet: (sheet: Sheet) => insertRows(sheet, Math.min(at, sheet.rows.length), count),
      rows: (rows: string[][]) => rows.toSpliced(at, 0, ...Array.from({ length: count }, () => [])),
    })),
    fc.tuple(place, place).map(([at, count]) => ({
      name: `removeRows ${at} ${count}`,
      sheet: (sheet: Sheet) =>
        removeRows(sheet, new Set(Array.from({ length: count }, (_, index) => at + index))),
      rows: (rows: string[][]) => rows.toSpliced(at, count),
    })),
    fc.tuple(place, place).map(([at, count]) => ({
      name: `insertColumns ${at} ${count}`,
      sheet: (sheet: Sheet) => insertColumns(sheet, Math.min(at, sheetWidth(sheet)), count),
      rows: (rows: string[][]) =>
        rows.map((row) =>
          row.length > at ? row.toSpliced(at, 0, ...Array.from({ length: count }, () => '')) : row,
        ),
    })),
    fc.tuple(place, place).map(([at, count]) => ({
      name: `removeColumns ${at} ${count}`,
      sheet: (sheet: Sheet) => removeColumns(sheet, at, count),
      rows: (rows: string[][]) => rows.map((row) => row.toSpliced(at, count)),
    })),
    fc.tuple(place, place).map(([from, to]) => ({
      name: `moveColumns ${from} ${to}`,
      sheet: (sheet: Sheet) => moveColumns(sheet, from, to),
      rows: (rows: string[][]) =>
        rows.map((row) => {
          const padded = Array.from({ length: 16 }, (_, index) => row[index] ?? '')
          padded.splice(to, 0, ...padded.splice(from, 1))
          return padded
        }),
    })),
  )

  test('are inserted, removed and moved, and nothing else changes', () => {
    fc.assert(
      fc.property(csv, operations, (text, operation) => {
        const sheet = parseSheet(text)
        const edited = operation.sheet(sheet)
        expect(values(edited)).toEqual(trimmed(operation.rows(values(sheet))))
        expect(values(reopened(edited))).toEqual(values(edited))
      }),
      { numRuns: 500 },
    )
  })

  test('rows are moved', () => {
    fc.assert(
      fc.property(csv, fc.nat(), fc.nat(), (text, anyFrom, anyTo) => {
        const sheet = parseSheet(text)
        fc.pre(sheet.rows.length > 0)
        const from = anyFrom % sheet.rows.length
        const to = anyTo % sheet.rows.length
        const edited = moveRows(sheet, from, to)
        const rows = sheet.rows.map((row) => row.cells.map(cellValue))
        rows.splice(to, 0, ...rows.splice(from, 1))
        expect(values(edited)).toEqual(trimmed(rows))
        expect(values(reopened(edited))).toEqual(values(edited))
      }),
    )
  })

  test('a byte order mark that comes to stand first stays a part of its cell', () => {
    const moved = moveRows(parseSheet('a\n\uFEFFb\n'), 1, 0)
    expect(serialise(moved)).toBe('"\uFEFFb"\na\n')
  })

  test('keep the line breaks, the last one included', () => {
    const sheet = parseSheet('a,b\r\n1,2\n"3",4')
    expect(serialise(insertRows(sheet, 3))).toBe('a,b\r\n1,2\n"3",4\r\n,')
    expect(serialise(removeRows(sheet, new Set([2])))).toBe('a,b\r\n1,2')
    expect(serialise(moveRows(sheet, 2, 1))).toBe('a,b\r\n"3",4\r\n1,2')
    expect(serialise(insertColumns(sheet, 2))).toBe('a,b,\r\n1,2,\n"3",4,')
    expect(serialise(removeColumns(sheet, 0))).toBe('b\r\n2\n4')
    expect(serialise(moveColumns(sheet, 0, 1))).toBe('b,a\r\n2,1\n4,"3"')
  })

  test('keep the delimiter recognisable', () => {
    const sheet = parseSheet('Name;Price\nPen, blue;1,50\nInk;2,70\n')
    expect(cells(serialise(removeColumns(sheet, 0)))).toEqual([['Price'], ['1,50'], ['2,70']])
    expect(cells(serialise(removeRows(sheet, new Set([0]))))).toEqual([
      ['Pen, blue', '1,50'],
      ['Ink', '2,70'],
    ])
  })
})

describe('places', () => {
  test('a cell stands where its range says, and the range leads back to it', () => {
    fc.assert(
      fc.property(csv, fc.nat(), fc.nat(), (text, anyRow, anyColumn) => {
        const sheet = parseSheet(text)
        fc.pre(sheet.rows.length > 0)
        const row = anyRow % sheet.rows.length
        const column = anyColumn % (sheet.rows[row]?.cells.length ?? 1)
        const range = cellRange(sheet, { row, column })
        expect(text.slice(range?.start, range?.end)).toBe(sheet.rows[row]?.cells[column])
        expect(cellAt(sheet, range?.start ?? 0)).toEqual({ row, column })
        expect(cellAt(sheet, range?.end ?? 0)).toEqual({ row, column })
      }),
    )
  })
})

test('many cells are set at once', () => {
  const sheet = setCells(parseSheet(''), [
    { row: 0, column: 0, value: 'a' },
    { row: 0, column: 1, value: 'b' },
    { row: 1, column: 1, value: '2' },
  ])
  expect(serialise(sheet)).toBe('a,b\n,2\n')
})

describe('large sheets', () => {
  const COUNT = 150_000

  test('take many rows and columns at once', () => {
    const sheet = insertRows(parseSheet('a\n1\n2\n'), 1, COUNT)
    const moved = moveRows(sheet, 0, 1, COUNT)
    expect([sheet, moved].map(({ rows }) => rows.length)).toEqual([COUNT + 3, COUNT + 3])
    const wide = moveColumns(insertColumns(parseSheet('a,b\n'), 1, COUNT), 0, 1, COUNT)
    expect(sheetWidth(wide)).toBe(COUNT + 2)
  })

  test('take edits of all cells of a row in time linear in them', () => {
    const wide = parseSheet('1,'.repeat(COUNT))
    const edits = Array.from({ length: COUNT }, (_, column) => ({ row: 0, column, value: '' }))
    expect(serialise(setCells(wide, edits))).toBe(','.repeat(COUNT))
    const grown = setCells(
      parseSheet(''),
      edits.map((edit) => ({ ...edit, value: '1' })),
    )
    expect(sheetWidth(grown)).toBe(COUNT)
  })
})
