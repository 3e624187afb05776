import type { Sheet, SheetRow } from '#core/documents/csv/parse-sheet.ts'

/**
 * A sheet that was read anew, with the rows that it has in common with the one before
 * at its beginning and end, so that only the others are drawn again.
 *
 * @returns the sheet, and where a row of the one before is in it
 */
export function shareRows(
  before: Sheet,
  after: Sheet,
): { sheet: Sheet; movedRow: (row: number) => number } {
  const most = Math.min(before.rows.length, after.rows.length)
  let start = 0
  while (start < most && isSame(before.rows[start], after.rows[start])) start += 1
  let end = 0
  while (end < most - start && isSame(before.rows.at(-1 - end), after.rows.at(-1 - end))) end += 1
  const shift = after.rows.length - before.rows.length
  const endStart = after.rows.length - end
  const rows = after.rows.map((row, index) => {
    if (index < start) return before.rows[index] ?? row
    return index < endStart ? row : (before.rows[index - shift] ?? row)
  })
  return {
    sheet: { ...after, rows },
    movedRow(row) {
      if (row < start) return row
      return row >= before.rows.length - end
        ? row + shift
        : Math.min(row, Math.max(start, endStart))
    },
  }
}

function isSame(a: SheetRow | undefined, b: SheetRow | undefined): boolean {
  if (a === undefined || b === undefined) return false
  if (a === b) return true
  if (a.length !== b.length || a.end !== b.end || a.cells.length !== b.cells.length) return false
  return a.cells.every((cell, index) => cell === b.cells[index])
}
