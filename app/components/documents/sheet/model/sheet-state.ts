import { cellValue } from '#core/documents/csv/cell-source.ts'
import { type Sheet, sheetWidth } from '#core/documents/csv/parse-sheet.ts'
import type { CellPlace } from '#core/documents/csv/sheet-offsets.ts'
import type { GridSize, Rect, Selection } from './selection.ts'
import type { SheetFilter } from './shown-order.ts'

/** The edit of one cell that is not finished. */
export type CellDraft = {
  value: string
  /** Begun by typing over the cell: an arrow key then ends it. */
  isTyped: boolean
  /** Where it is written: in the cell, or in the bar above the grid. */
  where: 'cell' | 'bar'
}

/** What the grid shows. Rows are counted as they are shown, unless they are called the sheet's. */
export type SheetState = {
  sheet: Sheet
  filter: SheetFilter
  /** The sheet's rows that are shown below the names of the columns; null where all are, in their order. */
  order: readonly number[] | null
  selection: Selection
  draft: CellDraft | null
  /** Said to the reader, by screen readers too. */
  notice: string
}

/** An edit of the whole sheet, as one step. */
export type SheetChange = {
  sheet: Sheet
  selection?: Selection
  order?: readonly number[] | null
}

/** The smallest grid, for a sheet that has little in it. */
const LEAST: GridSize = { rows: 12, columns: 5 }

const widths = new WeakMap<Sheet, number>()

/** How many columns a sheet has, which is counted once. */
export function widthOf(sheet: Sheet): number {
  const width = widths.get(sheet) ?? sheetWidth(sheet)
  widths.set(sheet, width)
  return width
}

/** The grid of a sheet: with a row and a column to go on in, where nothing is left out. */
export function gridSize({ sheet, order }: Pick<SheetState, 'sheet' | 'order'>): GridSize {
  const columns = Math.max(LEAST.columns, widthOf(sheet) + 1)
  if (order) return { rows: order.length + 1, columns }
  return { rows: Math.max(LEAST.rows, sheet.rows.length + 1), columns }
}

/** The sheet's row that is shown in a row of the grid; what follows the last one is appended. */
export function sheetRow(
  { sheet, order }: Pick<SheetState, 'sheet' | 'order'>,
  row: number,
): number {
  if (row === 0 || !order) return row
  return order[row - 1] ?? sheet.rows.length + row - 1 - order.length
}

/** Where a row of the sheet is shown; -1 where the filter leaves it out. */
export function shownRow({ order }: Pick<SheetState, 'order'>, row: number): number {
  return row === 0 || !order ? row : order.indexOf(row) + 1 || -1
}

export function shownValue(state: Pick<SheetState, 'sheet' | 'order'>, place: CellPlace): string {
  const source = state.sheet.rows[sheetRow(state, place.row)]?.cells[place.column]
  return source === undefined ? '' : cellValue(source)
}

/** The part of a range that the sheet has, without the empty row and column to go on in. */
export function filledPart(state: Pick<SheetState, 'sheet' | 'order'>, rect: Rect): Rect {
  const { sheet, order } = state
  const rows = order ? order.length + 1 : sheet.rows.length
  return {
    ...rect,
    bottom: Math.max(rect.top, Math.min(rect.bottom, rows - 1)),
    right: Math.max(rect.left, Math.min(rect.right, widthOf(sheet) - 1)),
  }
}

/** The values of a range, row by row. */
export function valuesOf(
  state: Pick<SheetState, 'sheet' | 'order'>,
  { top, left, bottom, right }: Rect,
): string[][] {
  const values: string[][] = []
  for (let row = top; row <= bottom; row += 1) {
    const cells: string[] = []
    for (let column = left; column <= right; column += 1)
      cells.push(shownValue(state, { row, column }))
    values.push(cells)
  }
  return values
}
