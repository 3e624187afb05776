import { cellValue } from '#core/documents/csv/cell-source.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'

/** Pixels. */
const NARROWEST = 64
const WIDEST = 288
const CHARACTER = 8.6
const PADDING = 26
/** Rows that are looked at. */
const LOOKED_AT = 100

/** How wide a column may be made, in pixels. */
export const COLUMN_BOUNDS = { least: 40, most: 1_200 }

/** How wide each column is for what its first rows hold, in pixels. */
export function columnSizes(sheet: Sheet, columns: number): number[] {
  const longest = new Array<number>(columns).fill(0)
  for (const { cells } of sheet.rows.slice(0, LOOKED_AT)) {
    for (let column = 0; column < Math.min(cells.length, columns); column += 1) {
      const value = cellValue(cells[column] ?? '')
      const end = value.indexOf('\n')
      const length = end === -1 ? value.length : end
      if (length > (longest[column] ?? 0)) longest[column] = length
    }
  }
  return longest.map((length) =>
    Math.round(Math.max(NARROWEST, Math.min(WIDEST, length * CHARACTER + PADDING))),
  )
}
