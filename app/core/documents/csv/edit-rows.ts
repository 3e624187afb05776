import { endRows } from './edit-cells.ts'
import { keepDelimiter } from './keep-delimiter.ts'
import { makeRow, type Sheet, type SheetRow, sheetWidth } from './parse-sheet.ts'

/** Inserts empty rows before the row `at`; after the last where it is the number of rows. */
export function insertRows(sheet: Sheet, at: number, count = 1): Sheet {
  const width = Math.max(1, sheetWidth(sheet))
  const row = makeRow(
    Array.from({ length: width }, () => ''),
    sheet.lineEnd,
  )
  const added = new Array<SheetRow>(count).fill(row)
  // Not spliced with `...`: a call takes some ten thousand arguments at most.
  const rows = [...sheet.rows.slice(0, at), ...added, ...sheet.rows.slice(at)]
  return keepDelimiter(sheet, endRows(rows, sheet))
}

/** Removes these rows. */
export function removeRows(sheet: Sheet, removed: ReadonlySet<number>): Sheet {
  const rows = sheet.rows.filter((_, index) => !removed.has(index))
  return keepDelimiter(sheet, endRows(rows, sheet))
}

/** Moves `count` rows that begin at `from`, so that they begin at `to` afterwards. */
export function moveRows(sheet: Sheet, from: number, to: number, count = 1): Sheet {
  const others = [...sheet.rows]
  const moved = others.splice(from, count)
  const rows = [...others.slice(0, to), ...moved, ...others.slice(to)]
  return keepDelimiter(sheet, endRows(rows, sheet))
}
