import { type CellEdit, setCells } from '#core/documents/csv/edit-cells.ts'
import { insertRows } from '#core/documents/csv/edit-rows.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { fillSeries } from './fill-series.ts'
import { isOneCell, type Rect, rectOf, selectRect } from './selection.ts'
import {
  filledPart,
  gridSize,
  type SheetChange,
  type SheetState,
  sheetRow,
  valuesOf,
} from './sheet-state.ts'

/** Cells that one paste or fill may write. */
export const MOST_CELLS = 500_000

/** The values of a range, changed by a function of the row and column within it. */
function setRange(
  state: SheetState,
  rect: Rect,
  value: (row: number, column: number) => string,
): SheetChange {
  const edits: CellEdit[] = []
  for (let row = rect.top; row <= rect.bottom; row += 1) {
    const target = sheetRow(state, row)
    for (let column = rect.left; column <= rect.right; column += 1) {
      edits.push({ row: target, column, value: value(row - rect.top, column - rect.left) })
    }
  }
  const sheet = setCells(withRowsFor(state.sheet, edits), edits)
  return { sheet, order: withAppended(state, sheet.rows.length) }
}

/** The sheet with as many rows as the edits need: new ones are as wide as the others. */
function withRowsFor(sheet: Sheet, edits: readonly CellEdit[]): Sheet {
  const last = edits.reduce(
    (most, { row, value }) => (value === '' ? most : Math.max(most, row)),
    0,
  )
  const missing = last + 1 - sheet.rows.length
  return missing > 0 && sheet.rows.length > 0
    ? insertRows(sheet, sheet.rows.length, missing)
    : sheet
}

/** The shown rows, with those that were written after the last row of the sheet. */
function withAppended({ sheet, order }: SheetState, rows: number) {
  if (!order || rows <= sheet.rows.length) return order
  const added = Array.from({ length: rows - sheet.rows.length }, (_, i) => sheet.rows.length + i)
  return [...order, ...added]
}

/** Sets the value of the active cell. */
export function setActiveCell(state: SheetState, value: string): SheetChange {
  const { row, column } = state.selection.active
  return setRange(state, { top: row, bottom: row, left: column, right: column }, () => value)
}

/** Empties the selected cells. */
export function clearSelected(state: SheetState): SheetChange {
  const rect = filledPart(state, rectOf(state.selection, gridSize(state)))
  return setRange(state, rect, () => '')
}

/** The values of the selected cells, for the clipboard. */
export function copySelected(state: SheetState): string[][] {
  return valuesOf(state, filledPart(state, rectOf(state.selection, gridSize(state))))
}

/**
 * Writes cells from the beginning of the selection on. A selection that has room for
 * them several times is filled with them.
 *
 * @returns null where it would be more than {@link MOST_CELLS}
 */
export function pasteCells(
  state: SheetState,
  cells: readonly (readonly string[])[],
): SheetChange | null {
  const height = cells.length
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  const selected = rectOf(state.selection, gridSize(state))
  const { top, left } = selected
  const whole = state.selection.whole === 'cells' ? selected : filledPart(state, selected)
  const rows = whole.bottom - top + 1
  const columns = whole.right - left + 1
  const isRepeated = rows % height === 0 && columns % width === 0
  const rect = isRepeated ? whole : { top, left, bottom: top + height - 1, right: left + width - 1 }
  if (countCells(rect) > MOST_CELLS) return null
  const change = setRange(state, rect, (row, column) => cells[row % height]?.[column % width] ?? '')
  return { ...change, selection: isOneCell(rect) ? state.selection : selectRect(rect) }
}

/** Repeats the first row of the selection in its others; one row is filled from the row above. */
export function fillDown(state: SheetState): SheetChange | null {
  const rect = filledPart(state, rectOf(state.selection, gridSize(state)))
  const from = rect.top === rect.bottom ? rect.top - 1 : rect.top
  if (from < 0) return null
  const [given = []] = valuesOf(state, { ...rect, top: from, bottom: from })
  return setRange(state, { ...rect, top: from + 1 }, (_, column) => given[column] ?? '')
}

/** Repeats the first column of the selection in its others; one column is filled from the one before. */
export function fillRight(state: SheetState): SheetChange | null {
  const rect = filledPart(state, rectOf(state.selection, gridSize(state)))
  const from = rect.left === rect.right ? rect.left - 1 : rect.left
  if (from < 0) return null
  const given = valuesOf(state, { ...rect, left: from, right: from })
  return setRange(state, { ...rect, left: from + 1 }, (row) => given[row]?.[0] ?? '')
}

/**
 * Goes on with the cells of a range into a larger one, which begins or ends with it
 * and is as wide or as high: numbers and dates go on with their step.
 */
export function fillInto(state: SheetState, from: Rect, to: Rect): SheetChange | null {
  if (countCells(to) > MOST_CELLS) return null
  const given = valuesOf(state, from)
  const isDown = to.left === from.left && to.right === from.right
  const isBackwards = to.top < from.top || to.left < from.left
  const lines = isDown ? transpose(given) : given
  const size = isDown ? to.bottom - to.top + 1 : to.right - to.left + 1
  const filled = lines.map((line) => {
    const ordered = isBackwards ? line.toReversed() : line
    const whole = [...ordered, ...fillSeries(ordered, size - ordered.length)]
    return isBackwards ? whole.reverse() : whole
  })
  const change = setRange(state, to, (row, column) =>
    isDown ? (filled[column]?.[row] ?? '') : (filled[row]?.[column] ?? ''),
  )
  return { ...change, selection: selectRect(to) }
}

function transpose(rows: readonly (readonly string[])[]): string[][] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? ''))
}

function countCells({ top, left, bottom, right }: Rect): number {
  return (bottom - top + 1) * (right - left + 1)
}
