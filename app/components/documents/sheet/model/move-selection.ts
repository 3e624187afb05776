import type { CellPlace } from '#core/documents/csv/sheet-offsets.ts'
import { clampPlace, type GridSize } from './selection.ts'
import { gridSize, type SheetState, shownValue, widthOf } from './sheet-state.ts'

/** The keys that move through the grid, with what they do together with Ctrl (or ⌘). */
export type MoveKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Home'
  | 'End'
  | 'PageUp'
  | 'PageDown'

const KEYS = new Set<string>([
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
])

export function isMoveKey(key: string): key is MoveKey {
  return KEYS.has(key)
}

/**
 * Where a key leads from a place. With Ctrl, arrows go to the edge of what is filled,
 * Home and End to the first and last cell of the sheet.
 *
 * @param pageRows rows that are in sight
 */
export function movedPlace(
  state: SheetState,
  place: CellPlace,
  { key, isCtrl, pageRows }: { key: MoveKey; isCtrl: boolean; pageRows: number },
): CellPlace {
  const size = gridSize(state)
  const { row, column } = place
  const last = lastFilled(state)
  switch (key) {
    case 'ArrowUp':
    case 'ArrowDown':
    case 'ArrowLeft':
    case 'ArrowRight': {
      const by = STEPS[key]
      return isCtrl ? edge(state, place, by, size) : clampPlace(add(place, by), size)
    }
    case 'Home':
      return isCtrl ? { row: 0, column: 0 } : { row, column: 0 }
    case 'End':
      return isCtrl ? last : { row, column: last.column }
    case 'PageUp':
      return clampPlace({ row: row - pageRows, column }, size)
    case 'PageDown':
      return clampPlace({ row: row + pageRows, column }, size)
  }
}

const STEPS = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

function add(a: CellPlace, b: CellPlace): CellPlace {
  return { row: a.row + b.row, column: a.column + b.column }
}

function lastFilled({ sheet, order }: SheetState): CellPlace {
  const rows = order ? order.length : sheet.rows.length - 1
  return { row: Math.max(0, rows), column: Math.max(0, widthOf(sheet) - 1) }
}

/** To the last filled cell before an empty one, or over empty ones to the next filled one. */
function edge(state: SheetState, from: CellPlace, by: CellPlace, size: GridSize): CellPlace {
  const isFilled = (place: CellPlace) => shownValue(state, place) !== ''
  const isInside = ({ row, column }: CellPlace) =>
    row >= 0 && column >= 0 && row < size.rows && column < size.columns
  let place = from
  let next = add(place, by)
  if (!isInside(next)) return from
  const isRun = isFilled(from) && isFilled(next)
  while (isInside(next) && isFilled(next) === isRun) {
    place = next
    next = add(place, by)
  }
  if (isRun) return place
  if (isInside(next)) return next
  // Nothing is filled any more: the last cell of the sheet, not the empty one after it.
  const last = lastFilled(state)
  const isBackwards = by.row < 0 || by.column < 0
  if (isBackwards) return place
  return {
    row: by.row > 0 ? Math.max(from.row, last.row) : place.row,
    column: by.column > 0 ? Math.max(from.column, last.column) : place.column,
  }
}
