import type { CellPlace } from '#core/documents/csv/sheet-offsets.ts'

/** What is selected, in rows as they are shown: row 0 holds the names of the columns. */
export type Selection = {
  /** Where typing goes. */
  active: CellPlace
  /** The opposite corner of the range; the same where one cell is selected. */
  extent: CellPlace
  /** Whether whole rows or columns are meant, however many cells they have. */
  whole: 'cells' | 'rows' | 'columns' | 'all'
}

/** A range of cells, all four sides inclusive. */
export type Rect = { top: number; left: number; bottom: number; right: number }

/** How many rows and columns the grid shows. */
export type GridSize = { rows: number; columns: number }

export function selectCell(place: CellPlace): Selection {
  return { active: place, extent: place, whole: 'cells' }
}

/** The cells of a selection. */
export function rectOf({ active, extent, whole }: Selection, size: GridSize): Rect {
  const isAllColumns = whole === 'rows' || whole === 'all'
  const isAllRows = whole === 'columns' || whole === 'all'
  return {
    top: isAllRows ? 0 : Math.min(active.row, extent.row),
    bottom: isAllRows ? size.rows - 1 : Math.max(active.row, extent.row),
    left: isAllColumns ? 0 : Math.min(active.column, extent.column),
    right: isAllColumns ? size.columns - 1 : Math.max(active.column, extent.column),
  }
}

/** The selection of a range of cells. */
export function selectRect({ top, left, bottom, right }: Rect): Selection {
  return {
    active: { row: top, column: left },
    extent: { row: bottom, column: right },
    whole: 'cells',
  }
}

/** The nearest place that is in the grid. */
export function clampPlace({ row, column }: CellPlace, { rows, columns }: GridSize): CellPlace {
  return {
    row: Math.max(0, Math.min(row, rows - 1)),
    column: Math.max(0, Math.min(column, columns - 1)),
  }
}

export function clampSelection(selection: Selection, size: GridSize): Selection {
  const { active, extent, whole } = selection
  return { active: clampPlace(active, size), extent: clampPlace(extent, size), whole }
}

export function isOneCell({ top, left, bottom, right }: Rect): boolean {
  return top === bottom && left === right
}
