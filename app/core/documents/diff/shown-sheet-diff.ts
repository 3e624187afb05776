import type { Place, SheetCells, SheetDiff } from './diff-sheet.ts'

/** The values of a cell before and after; null where the row or column was not there. */
export type ShownCell = { from: string | null; to: string | null }

export type ShownSheetRow =
  /** `number` counts the changes from 1; none in a row that did not change. */
  | { type: 'row'; place: Place; cells: ShownCell[]; number: number | null }
  /** Rows that did not change. */
  | { type: 'folded'; count: number }

type SheetSums = {
  rows: [added: number, removed: number]
  columns: [added: number, removed: number]
  /** Cells that have another value, in rows and columns that both have. */
  cells: number
}

export type ShownSheetDiff = {
  columns: Place[]
  /** Columns that there was no room for. */
  columnsLeftOut: number
  /** The names of the columns first. */
  rows: ShownSheetRow[]
  /** Rows that changed, were added or removed. */
  changes: number
  sums: SheetSums
  isCut: boolean
}

/** Rows around a change. */
const CONTEXT = 2

/** What a page shows of a comparison at most. */
const MOST_ROWS = 400
const MOST_COLUMNS = 40
const MOST_CHARACTERS = 150_000

/** Characters of a cell that are shown, and of these before the first that changed, where that is further on. */
const LONG = 500
const BEFORE_CHANGE = 100

/** Cuts a comparison of sheets to what a page shows, and counts what changed in all of it. */
export function* shownSheetDiff(
  { columns, rows }: SheetDiff,
  from: SheetCells,
  to: SheetCells,
): Generator<void, ShownSheetDiff, void> {
  const cellAt = (row: Place, column: Place): ShownCell => ({
    from: valueAt(from, row.from, column.from),
    to: valueAt(to, row.to, column.to),
  })
  const sums: SheetSums = { rows: countOneSided(rows), columns: countOneSided(columns), cells: 0 }
  const changedColumns = new Set<Place>(columns.slice(0, 1))
  const changedRows: number[] = []
  for (const [index, row] of rows.entries()) {
    let isChanged = row.from === null || row.to === null
    for (const column of isChanged ? [] : columns) {
      const cell = cellAt(row, column)
      if (cell.from === cell.to || column.from === null || column.to === null) continue
      isChanged = true
      sums.cells += 1
      changedColumns.add(column)
    }
    if (isChanged) changedRows.push(index)
    if (index % 500 === 499) yield
  }
  const shownColumns = chooseColumns(columns, changedColumns)
  const shownRows = chooseRows(rows, changedRows, (row, number) => ({
    type: 'row',
    place: row,
    cells: shownColumns.map((column) => cutCell(cellAt(row, column))),
    number,
  }))
  return {
    columns: shownColumns,
    columnsLeftOut: columns.length - shownColumns.length,
    ...shownRows,
    changes: changedRows.length,
    sums,
  }
}

function valueAt(cells: SheetCells, row: number | null, column: number | null): string | null {
  if (row === null || column === null) return null
  return cells[row]?.[column] ?? ''
}

/** Cuts the values of a cell so that one sees where they differ. */
function cutCell({ from, to }: ShownCell): ShownCell {
  let change = 0
  if (from !== null && to !== null && from !== to) {
    while (from[change] === to[change]) change += 1
  }
  const start = change < LONG / 2 ? 0 : change - BEFORE_CHANGE
  return { from: cutValue(from, start), to: cutValue(to, start) }
}

function cutValue(value: string | null, start: number): string | null {
  if (value === null) return null
  const shown = value.slice(start, start + LONG).toWellFormed()
  return `${start > 0 ? '… ' : ''}${shown}${start + LONG < value.length ? ' …' : ''}`
}

function countOneSided(places: Place[]): [number, number] {
  return [
    places.filter(({ from }) => from === null).length,
    places.filter(({ to }) => to === null).length,
  ]
}

/** All columns, or of very many those that changed before the others, in their order. */
function chooseColumns(columns: Place[], changed: Set<Place>): Place[] {
  if (columns.length <= MOST_COLUMNS) return columns
  const isChanged = (column: Place) =>
    changed.has(column) || column.from === null || column.to === null
  const chosen = new Set(columns.filter(isChanged).slice(0, MOST_COLUMNS))
  for (const column of columns) if (chosen.size < MOST_COLUMNS) chosen.add(column)
  return columns.filter((column) => chosen.has(column))
}

/** The first row and those around changes, with how many are left out between them. */
function chooseRows(
  rows: Place[],
  changed: number[],
  show: (row: Place, number: number | null) => ShownSheetRow & { type: 'row' },
): { rows: ShownSheetRow[]; isCut: boolean } {
  const numbers = new Map(changed.map((index, order) => [index, order + 1]))
  const around = new Set<number>(rows.length > 0 ? [0] : [])
  for (const index of changed) {
    if (around.size >= MOST_ROWS) break
    for (let near = index - CONTEXT; near <= index + CONTEXT; near += 1) {
      if (near >= 0 && near < rows.length) around.add(near)
    }
  }
  const shown: ShownSheetRow[] = []
  let characters = MOST_CHARACTERS
  let shownChanges = 0
  let next = 0
  for (const index of [...around].sort((a, b) => a - b)) {
    const place = rows[index]
    if (!place || characters <= 0) break
    if (index > next) shown.push({ type: 'folded', count: index - next })
    const row = show(place, numbers.get(index) ?? null)
    for (const { from, to } of row.cells) characters -= (from?.length ?? 0) + (to?.length ?? 0) + 4
    if (row.number !== null) shownChanges += 1
    shown.push(row)
    next = index + 1
  }
  const isCut = shownChanges < changed.length
  if (!isCut && next < rows.length) shown.push({ type: 'folded', count: rows.length - next })
  return { rows: shown, isCut }
}
