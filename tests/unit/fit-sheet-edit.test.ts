import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cells } from '#core/documents/csv/read-cells.ts'
import { fitSheetEdit } from '#core/suggestions/fit-sheet-edit.ts'

const SHEET = 'Item,Price,Note\nPen,1.20,\n"Paper, A4",6.00,"say ""hi"""\n'

/** The sheet after `original` was replaced, at its first place; null where that would break it. */
function edited(original: string, suggested: string, content = SHEET): string | null {
  const start = content.indexOf(original)
  const edit = fitSheetEdit(content, { start, end: start + original.length }, suggested)
  return edit && content.slice(0, edit.start) + edit.suggestedText + content.slice(edit.end)
}

describe('an edit of a sheet', () => {
  test('a cell is replaced as it is, or gets quotes where its new text needs them', () => {
    expect(edited('Pen', 'Pencil')).toBe(SHEET.replace('Pen', 'Pencil'))
    expect(edited('Pen', 'Pen, red')).toBe(SHEET.replace('Pen', '"Pen, red"'))
    expect(edited('Pen', '"Pen, red"')).toBe(SHEET.replace('Pen', '"Pen, red"'))
    expect(edited('"Paper, A4"', 'Paper, A5')).toBe(SHEET.replace('A4', 'A5'))
  })

  test('a part of a cell grows to the cell where it needs quotes', () => {
    expect(edited('en', 'en, red')).toBe(SHEET.replace('Pen', '"Pen, red"'))
    expect(edited('A4', 'A5')).toBe(SHEET.replace('A4', 'A5'))
    expect(edited('A4', 'A"5"')).toBe(SHEET.replace('A4', 'A""5""'))
  })

  test('a name of a column does not change the delimiter', () => {
    const content = 'A,B\n1,2\n'
    const after = edited('A', 'x;y;z', content)
    expect(after).toBe('"x;y;z",B\n1,2\n')
  })

  test('a row keeps its number of cells, else the edit is refused', () => {
    expect(edited('Pen,1.20,', 'Pen,1.30,new')).toBe(SHEET.replace('Pen,1.20,', 'Pen,1.30,new'))
    expect(edited('Pen,1.20,', 'Pen, red,1.30,new')).toBeNull()
    expect(edited('Pen,1.20,', 'Pen,1.30,"new')).toBeNull()
    expect(edited('Pen,1.20', 'Pen,1.30\nPen,1.40')).toBeNull()
    expect(edited('Pen,1.20,', 'Pen,1.30,\nPencil,1.10,')).toContain('Pencil')
  })

  test('the whole sheet may get another column', () => {
    expect(edited('A,B\n1,2', 'A,B,C\n1,2,3', 'A,B\n1,2\n')).toBe('A,B,C\n1,2,3\n')
    expect(edited('A,B\n1,2', 'A,B,C\n1,2', 'A,B\n1,2\n')).toBeNull()
  })

  test('of one cell leaves all others as they are, whatever is suggested', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ';', ' '), maxLength: 8 })
    const source = fc.constantFrom('x', '"a,b"', '"q""q"', '1', 'word')
    const rows = fc.array(fc.tuple(source, source, source), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(rows, fc.nat(), fc.nat(2), value, (sheet, r, column, suggested) => {
        const row = r % sheet.length
        const lines = [['h1', 'h2', 'h3'], ...sheet].map((each) => each.join(','))
        const content = lines.join('\n')
        const before = lines.slice(0, row + 1).join('\n').length + 1
        const own = sheet[row] ?? []
        const start = before + own.slice(0, column).join(',').length + (column > 0 ? 1 : 0)
        const end = start + (own[column]?.length ?? 0)
        const edit = fitSheetEdit(content, { start, end }, suggested)
        if (!edit) return
        const after = content.slice(0, edit.start) + edit.suggestedText + content.slice(edit.end)
        const expected = cells(content)
        const found = cells(after)
        expected.forEach((line, index) => {
          line.forEach((cell, at) => {
            if (index === row + 1 && at === column) return
            expect(found[index]?.[at] ?? '').toBe(cell)
          })
        })
      }),
    )
  })
})
