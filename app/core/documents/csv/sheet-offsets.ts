import type { Sheet } from './parse-sheet.ts'

/** A place in a sheet; row 0 holds the names of the columns. */
export type CellPlace = { row: number; column: number }

/** Where the source of a cell stands in the content; null where there is none. */
export function cellRange(
  sheet: Sheet,
  { row, column }: CellPlace,
): { start: number; end: number } | null {
  const cells = sheet.rows[row]?.cells
  const source = cells?.[column]
  if (cells === undefined || source === undefined) return null
  let start = sheet.mark.length
  for (let index = 0; index < row; index += 1) start += sheet.rows[index]?.length ?? 0
  for (let index = 0; index < column; index += 1) start += (cells[index]?.length ?? 0) + 1
  return { start, end: start + source.length }
}

/** The cell in which a place of the content stands: the nearest one where it is a line break or the end. */
export function cellAt(sheet: Sheet, offset: number): CellPlace | null {
  let start = sheet.mark.length
  for (const [row, { cells, length }] of sheet.rows.entries()) {
    if (offset < start + length || row === sheet.rows.length - 1) {
      for (const [column, source] of cells.entries()) {
        start += source.length + 1
        if (offset < start || column === cells.length - 1) return { row, column }
      }
    }
    start += length
  }
  return null
}
