import { closeLast, endLast } from './cell-source.ts'
import { endRows } from './edit-cells.ts'
import { keepDelimiter } from './keep-delimiter.ts'
import { makeRow, type Sheet, sheetWidth } from './parse-sheet.ts'

/**
 * Inserts empty columns before the column `at`; after the last where it is the
 * number of columns. Rows that end before it, and blank ones, stay as they are.
 */
export function insertColumns(sheet: Sheet, at: number, count = 1): Sheet {
  const width = sheetWidth(sheet)
  return editEachRow(sheet, (cells) => {
    if (cells.length < at || (cells.length === at && at < width) || isBlank(cells)) return cells
    return [...cells.slice(0, at), ...Array.from({ length: count }, () => ''), ...cells.slice(at)]
  })
}

/** Removes `count` columns that begin at `at`. */
export function removeColumns(sheet: Sheet, at: number, count = 1): Sheet {
  return editEachRow(sheet, (cells) => {
    if (cells.length <= at) return cells
    const left = [...cells.slice(0, at), ...cells.slice(at + count)]
    return left.length > 0 ? left : ['']
  })
}

/** Moves `count` columns that begin at `from`, so that they begin at `to` afterwards. */
export function moveColumns(sheet: Sheet, from: number, to: number, count = 1): Sheet {
  if (from === to) return sheet
  return editEachRow(sheet, (cells) => {
    if (cells.length <= Math.min(from, to) || isBlank(cells)) return cells
    const others = [...cells]
    while (others.length < Math.max(from, to) + count) others.push('')
    const moved = others.splice(from, count)
    return [...others.slice(0, to), ...moved, ...others.slice(to)]
  })
}

function isBlank(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === ''
}

function editEachRow(sheet: Sheet, edit: (cells: readonly string[]) => readonly string[]): Sheet {
  const rows = sheet.rows.map((row) => {
    const edited = edit(row.cells)
    if (edited === row.cells) return row
    // The same edit once more: only the last row of a sheet may have an open quote.
    const cells = row.end === '' ? edit(closeLast(row.cells)) : endLast(edited)
    return makeRow(cells, row.end)
  })
  return keepDelimiter(sheet, endRows(rows, sheet))
}
