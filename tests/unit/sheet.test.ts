import { describe, expect, test } from 'vitest'
import { readCells } from '#core/documents/csv/read-cells.ts'

const ALL = { rows: 100, columns: 100, cells: 1_000 }

describe('readCells', () => {
  test('cells may hold commas, quotes and line breaks', () => {
    expect(readCells('a,b\r\n"x, y","say ""hi""\nthere"\n', ALL)).toEqual({
      rows: [
        ['a', 'b'],
        ['x, y', 'say "hi"\nthere'],
      ],
      isCut: false,
    })
  })

  test('a broken or empty sheet is still read', () => {
    expect(readCells('', ALL)).toEqual({ rows: [], isCut: false })
    expect(readCells('a,"b', ALL)).toEqual({ rows: [['a', 'b']], isCut: false })
    expect(readCells('a,b\n\n\n', ALL)).toEqual({ rows: [['a', 'b']], isCut: false })
  })

  test.each([
    [
      'rows',
      { rows: 2 },
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    [
      'columns',
      { columns: 2 },
      [
        ['a', 'b'],
        ['1', '2'],
        ['4', '5'],
      ],
    ],
    [
      'cells',
      { cells: 8 },
      [
        ['a', 'b', 'c'],
        ['1', '2', '3'],
      ],
    ],
    ['cells, but for the first row', { cells: 1 }, [['a', 'b', 'c']]],
  ])('%s are bounded', (_name, bounds, rows) => {
    expect(readCells('a,b,c\n1,2,3\n4,5,6', { ...ALL, ...bounds })).toEqual({ rows, isCut: true })
  })

  test('a sheet that fills its bounds is whole', () => {
    const bounds = { rows: 3, columns: 3, cells: 9 }
    for (const end of ['', '\n', '\r\n\n', ',,\n'])
      expect(readCells(`a,b,c\n1,2,3\n4,5,6${end}`, bounds).isCut).toBe(false)
    expect(readCells('a,b,c\n1,2,3\n4,5,6\n7', bounds).isCut).toBe(true)
  })
})
