import { changesOf, createDiffBudget, type DiffBudget, diffSequences } from './diff-sequences.ts'
import { bagOf, pairSimilar, sharedPart } from './pair-similar.ts'

/** The rows of a sheet with their cells; the first row holds the names of the columns. */
export type SheetCells = readonly (readonly string[])[]

/** A row or column by its index on both sides, from 0; null on the side that does not have it. */
export type Place = { from: number | null; to: number | null }

/** Columns and rows of both sheets, in an order that both have; every one of them is there. */
export type SheetDiff = { columns: Place[]; rows: Place[] }

/** Rows that tell whether a column is the same one under another name. */
const SAMPLED_ROWS = 200

/** Rows whose keys are made between two yields. */
const ROWS_AT_ONCE = 2_000

/**
 * Compares two sheets: first the names of the columns, then the rows by the
 * columns that both have, then rows that are alike by their cells. The time is
 * bounded as that of `diffText`, and it yields as that does.
 */
export function* diffSheet(from: SheetCells, to: SheetCells): Generator<void, SheetDiff, void> {
  const budget = createDiffBudget()
  const columns = yield* diffColumns(from, to, budget)
  const shared = columns.flatMap((place) =>
    place.from === null || place.to === null ? [] : [{ from: place.from, to: place.to }],
  )
  const fromKeys = yield* rowKeys(
    from,
    shared.map((column) => column.from),
    'from',
  )
  const toKeys = yield* rowKeys(
    to,
    shared.map((column) => column.to),
    'to',
  )
  const likeness = (fromRow: number, toRow: number) => {
    if (shared.length === 0) return columns.length === 0 ? 1 : 0
    budget.steps -= shared.length
    return alikeCells(from[fromRow] ?? [], to[toRow] ?? [], shared)
  }
  const rows = yield* places(fromKeys, toKeys, budget, likeness)
  return { columns, rows }
}

function* diffColumns(from: SheetCells, to: SheetCells, budget: DiffBudget) {
  const fromNames = yield* namesOf(from)
  const toNames = yield* namesOf(to)
  return yield* places(fromNames, toNames, budget, (fromColumn, toColumn) =>
    sharedPart(sampleOf(from, fromColumn), sampleOf(to, toColumn), budget),
  )
}

/** The names of the columns, one for each cell of the widest row. */
function* namesOf(cells: SheetCells): Generator<void, string[], void> {
  let width = 0
  for (const row of cells) width = Math.max(width, row.length)
  yield
  return Array.from({ length: width }, (_, column) => cells[0]?.[column] ?? '')
}

function sampleOf(cells: SheetCells, column: number): Map<string, number> {
  return bagOf(cells.slice(1, SAMPLED_ROWS).map((row) => row[column] ?? ''))
}

/** Of each row a text that is that of another exactly when these cells are equal; without columns no row equals another. */
function* rowKeys(
  cells: SheetCells,
  columns: number[],
  side: string,
): Generator<void, string[], void> {
  const keys: string[] = []
  for (const [index, row] of cells.entries()) {
    keys.push(
      columns.length > 0
        ? JSON.stringify(columns.map((column) => row[column] ?? ''))
        : `${side} ${index}`,
    )
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield
  }
  return keys
}

/** How many of the cells that are not empty on both sides are equal, from 0 to 1. */
function alikeCells(
  from: readonly string[],
  to: readonly string[],
  columns: { from: number; to: number }[],
): number {
  let filled = 0
  let equal = 0
  for (const column of columns) {
    const left = from[column.from] ?? ''
    const right = to[column.to] ?? ''
    if (left === '' && right === '') continue
    filled += 1
    if (left === right) equal += 1
  }
  return filled === 0 ? 1 : equal / filled
}

/** Compares two lists by their keys, and what differs at one place by how alike it is. */
function* places(
  from: string[],
  to: string[],
  budget: DiffBudget,
  likeness: (fromIndex: number, toIndex: number) => number,
): Generator<void, Place[], void> {
  const runs = yield* diffSequences(from, to, budget)
  const found: Place[] = []
  let fromAt = 0
  let toAt = 0
  function pushUntil(fromEnd: number, toEnd: number) {
    while (fromAt < fromEnd) found.push({ from: fromAt++, to: null })
    while (toAt < toEnd) found.push({ from: null, to: toAt++ })
  }
  for (const { deleted, inserted, same } of changesOf(runs)) {
    const [fromStart, toStart] = [fromAt, toAt]
    const pairs = yield* pairSimilar(deleted, inserted, budget, (i, j) =>
      likeness(fromStart + i, toStart + j),
    )
    for (const [i, j] of pairs) {
      pushUntil(fromStart + i, toStart + j)
      found.push({ from: fromAt++, to: toAt++ })
    }
    pushUntil(fromStart + deleted, toStart + inserted)
    for (let n = 0; n < same; n += 1) found.push({ from: fromAt++, to: toAt++ })
  }
  return found
}
