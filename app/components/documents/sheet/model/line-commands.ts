import { insertColumns, moveColumns, removeColumns } from '#core/documents/csv/edit-columns.ts'
import { insertRows, moveRows, removeRows } from '#core/documents/csv/edit-rows.ts'
import { clampSelection, type Rect, rectOf, type Selection } from './selection.ts'
import {
  filledPart,
  gridSize,
  type SheetChange,
  type SheetState,
  sheetRow,
  widthOf,
} from './sheet-state.ts'
import { insertIntoOrder, removeFromOrder } from './shown-order.ts'

/** The selected range, within what the sheet has. */
function selected(state: SheetState): Rect {
  return filledPart(state, rectOf(state.selection, gridSize(state)))
}

/** Whole rows or columns, with the active cell in the column or row where it was. */
function selectLines(
  { selection: { active } }: SheetState,
  kind: 'rows' | 'columns',
  first: number,
  count: number,
): Selection {
  const place = (line: number) =>
    kind === 'rows' ? { ...active, row: line } : { ...active, column: line }
  return { active: place(first), extent: place(first + count - 1), whole: kind }
}

/** Inserts as many empty rows as are selected, above or below them. */
export function insertRowsBeside(state: SheetState, side: 'above' | 'below'): SheetChange {
  const { top, bottom } = selected(state)
  const count = bottom - top + 1
  const place = side === 'above' ? top : bottom + 1
  const at = side === 'above' ? sheetRow(state, top) : sheetRow(state, bottom) + 1
  const sheet = insertRows(state.sheet, Math.min(at, state.sheet.rows.length), count)
  // The names of the columns are shown first, whichever row they are now.
  const order =
    at === 0 ? null : insertIntoOrder(state.order, { at, count, place: Math.max(0, place - 1) })
  return { sheet, order, selection: selectLines(state, 'rows', place, count) }
}

/** Inserts as many empty columns as are selected, before or after them. */
export function insertColumnsBeside(state: SheetState, side: 'left' | 'right'): SheetChange {
  const { left, right } = selected(state)
  const count = right - left + 1
  const at = Math.min(side === 'left' ? left : right + 1, widthOf(state.sheet))
  const sheet = insertColumns(state.sheet, at, count)
  return { sheet, selection: selectLines(state, 'columns', at, count) }
}

/** Deletes the rows of the selection; null where the sheet has none of them. */
export function deleteSelectedRows(state: SheetState): SheetChange | null {
  const { top, bottom } = selected(state)
  const removed = new Set<number>()
  for (let row = top; row <= bottom; row += 1) removed.add(sheetRow(state, row))
  if (sheetRow(state, top) >= state.sheet.rows.length) return null
  const sheet = removeRows(state.sheet, removed)
  const order = removed.has(0) ? null : removeFromOrder(state.order, removed)
  return withClamped(state, { sheet, order })
}

/** Deletes the columns of the selection; null where the sheet has none of them. */
export function deleteSelectedColumns(state: SheetState): SheetChange | null {
  const { left, right } = selected(state)
  if (left >= widthOf(state.sheet)) return null
  const sheet = removeColumns(state.sheet, left, right - left + 1)
  return withClamped(state, { sheet })
}

/** Moves the selected rows by one; null where they are at the edge, or not shown in their own order. */
export function moveSelectedRows(state: SheetState, by: 1 | -1): SheetChange | null {
  const { top, bottom } = selected(state)
  if (state.order || top + by < 0 || bottom + by >= state.sheet.rows.length) return null
  const sheet = moveRows(state.sheet, top, top + by, bottom - top + 1)
  return { sheet, selection: shifted(state.selection, by, 0) }
}

/** Moves the selected columns by one; null where they are at the edge. */
export function moveSelectedColumns(state: SheetState, by: 1 | -1): SheetChange | null {
  const { left, right } = selected(state)
  if (left + by < 0 || right + by >= widthOf(state.sheet)) return null
  const sheet = moveColumns(state.sheet, left, left + by, right - left + 1)
  return { sheet, selection: shifted(state.selection, 0, by) }
}

function shifted({ active, extent, whole }: Selection, rows: number, columns: number): Selection {
  const shift = (place: { row: number; column: number }) => ({
    row: place.row + rows,
    column: place.column + columns,
  })
  return { active: shift(active), extent: shift(extent), whole }
}

function withClamped(state: SheetState, change: SheetChange): SheetChange {
  const size = gridSize({ sheet: change.sheet, order: change.order ?? null })
  return { ...change, selection: clampSelection(state.selection, size) }
}
