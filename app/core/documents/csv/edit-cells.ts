import { beginFirst, cellSource, cellValue, closeLast, endLast } from './cell-source.ts'
import { headerIndex, isToldByHeader, keepDelimiter } from './keep-delimiter.ts'
import { makeRow, type Sheet, type SheetRow } from './parse-sheet.ts'

/** A value for a cell. Rows and columns count from 0; row 0 holds the names of the columns. */
export type CellEdit = { row: number; column: number; value: string }

/** The value of a cell; empty where the row is shorter. */
export function valueAt(sheet: Sheet, row: number, column: number): string {
  const source = sheet.rows[row]?.cells[column]
  return source === undefined ? '' : cellValue(source)
}

/** Sets one cell; see {@link setCells}. */
export function setCell(sheet: Sheet, row: number, column: number, value: string): Sheet {
  return setCells(sheet, [{ row, column, value }])
}

/**
 * Sets the values of cells. All others stay as they are written; rows that are too
 * short, and sheets that have too few rows, are extended. Where nothing changes, the
 * same sheet is returned.
 */
export function setCells(sheet: Sheet, edits: readonly CellEdit[]): Sheet {
  const header = headerAfter(sheet, edits)
  const isTold = isToldByHeader(sheet)
  const changed = new Map<number, string[]>()
  for (const { row, column, value } of edits) {
    const own = changed.get(row)
    const cells = own ?? sheet.rows[row]?.cells ?? []
    const before = cells[column]
    if (value === (before === undefined ? '' : cellValue(before))) continue
    const closed = column < cells.length ? cells : closeLast(cells)
    // Each row is copied once, however many of its cells are set.
    const edited = own && closed === own ? own : [...closed]
    changed.set(row, edited)
    while (edited.length <= column) edited.push('')
    const isHeader = row <= header || !isTold
    edited[column] = cellSource(value, { delimiter: sheet.delimiter, before, isHeader })
  }
  if (changed.size === 0) return sheet
  const rows = [...sheet.rows]
  for (const [index, cells] of changed) {
    while (rows.length <= index) rows.push(makeRow([''], ''))
    rows[index] = makeRow(cells, rows[index]?.end ?? '')
  }
  const edited = { ...sheet, rows: endRows(rows, sheet) }
  return headerIndex(edited) === header ? edited : keepDelimiter(sheet, edited.rows)
}

/** The first row that is not blank, or that will be the first one where all are blank. */
function headerAfter(sheet: Sheet, edits: readonly CellEdit[]): number {
  const header = headerIndex(sheet)
  if (header !== -1) return header
  const rows = edits.map(({ row, value }) => (value === '' ? Number.POSITIVE_INFINITY : row))
  return rows.reduce((first, row) => Math.min(first, row), Number.POSITIVE_INFINITY)
}

/**
 * Rows after an edit, with a line break after each but the last, which ends as the
 * sheet did before.
 */
export function endRows(rows: SheetRow[], { mark, lineEnd, rows: before }: Sheet): SheetRow[] {
  const last = rows.length - 1
  const first = rows[0]
  const isNewFirst = first !== undefined && first !== before[0]
  if (isNewFirst && mark === '') rows[0] = makeRow(beginFirst(first.cells), first.end)
  // A new sheet ends with a line break, as a text file does.
  const isEnded = before.length === 0 || before.at(-1)?.end !== ''
  for (let index = 0; index <= last; index += 1) {
    const row = rows[index]
    if (row === undefined) continue
    const needsEnd = index < last || isEnded
    if (needsEnd && row.end === '') {
      rows[index] = makeRow(endLast(row.cells), lineEnd)
    } else if (!needsEnd) {
      // Nothing at all after the last line break would be no row.
      const isNothing = row.cells.length === 1 && row.cells[0] === ''
      if (row.end !== '' || isNothing) rows[index] = makeRow(isNothing ? ['""'] : row.cells, '')
    }
  }
  return rows
}
