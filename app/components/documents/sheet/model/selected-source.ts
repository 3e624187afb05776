import type { TextRange } from '#core/documents/anchors/text-range.ts'
import { cellRange } from '#core/documents/csv/sheet-offsets.ts'
import { isOneCell, rectOf } from './selection.ts'
import { filledPart, gridSize, type SheetState, sheetRow } from './sheet-state.ts'

/**
 * The part of the content that the selected cells are written in: the cells of one
 * row, or whole rows where several are selected, without the last line break.
 *
 * @returns null where the sheet has no such cell yet, or the rows do not follow each
 *   other in the sheet
 */
export function selectedSource(state: SheetState): TextRange | null {
  const { sheet } = state
  const rect = filledPart(state, rectOf(state.selection, gridSize(state)))
  const first = sheetRow(state, rect.top)
  const last = sheetRow(state, rect.bottom)
  for (let row = rect.top; row <= rect.bottom; row += 1) {
    if (sheetRow(state, row) !== first + row - rect.top) return null
  }
  const isRows = rect.top !== rect.bottom
  const lastCells = sheet.rows[last]?.cells.length ?? 0
  const start = cellRange(sheet, { row: first, column: isRows ? 0 : rect.left })
  const end = cellRange(sheet, {
    row: last,
    column: isRows ? lastCells - 1 : Math.min(rect.right, lastCells - 1),
  })
  if (!start || !end) return isOneCell(rect) ? start : null
  return { start: start.start, end: end.end }
}
