import { endRows, setCells, sheetWidth } from './edit-cells.ts'
import { keepDelimiter } from './keep-delimiter.ts'
import { makeRow, type Sheet } from './parse-sheet.ts'

/** Inserts empty rows before the row `at`; after the last where it is the number of rows. */
export function insertRows(sheet: Sheet, at: number, count = 1): Sheet {
  const width = Math.max(1, sheetWidth(sheet))
  const row = makeRow(
    Array.from({ length: width }, () => ''),
    sheet.lineEnd,
  )
  const rows = [...sheet.rows]
  rows.splice(at, 0, ...Array.from({ length: count }, () => row))
  return keepDelimiter(sheet, endRows(rows, sheet))
}

/** Removes `count` rows that begin at `at`. */
export function removeRows(sheet: Sheet, at: number, count = 1): Sheet {
  const rows = sheet.rows.filter((_, index) => index < at || index >= at + count)
  return keepDelimiter(sheet, endRows(rows, sheet))
}

/** Moves `count` rows that begin at `from`, so that they begin at `to` afterwards. */
export function moveRows(sheet: Sheet, from: number, to: number, count = 1): Sheet {
  const rows = [...sheet.rows]
  const moved = rows.splice(from, count)
  rows.splice(to, 0, ...moved)
  return keepDelimiter(sheet, endRows(rows, sheet))
}

/** A sheet of these values, written as the given one. */
export function replaceValues(sheet: Sheet, values: readonly (readonly string[])[]): Sheet {
  const edits = values.flatMap((cells, row) =>
    cells.map((value, column) => ({ row, column, value })),
  )
  return setCells({ ...sheet, rows: [] }, edits)
}
