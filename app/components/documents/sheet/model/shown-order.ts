import { valueAt } from '#core/documents/csv/edit-cells.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { readNumber } from './read-number.ts'

export type SortBy = { column: number; isDescending: boolean }

export const FILTER_TESTS = [
  'contains',
  'does not contain',
  'is',
  'is more than',
  'is less than',
  'is empty',
  'is not empty',
] as const

export type FilterBy = {
  /** Null for any column. */
  column: number | null
  test: (typeof FILTER_TESTS)[number]
  value: string
}

/** How the rows are shown. The sheet itself stays as it is. */
export type SheetFilter = { sort: SortBy | null; filter: FilterBy | null }

const COLLATOR = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * The rows that are shown below the names of the columns, in the order in which they
 * are shown. Numbers are sorted by their value and stand before texts; empty cells
 * come last either way, and equal ones keep their order.
 *
 * @returns null where all rows are shown in their own order
 */
export function shownOrder(sheet: Sheet, { sort, filter }: SheetFilter): number[] | null {
  if (!sort && !filter) return null
  const order: number[] = []
  for (let row = 1; row < sheet.rows.length; row += 1) {
    if (!filter || isKept(sheet, row, filter)) order.push(row)
  }
  return sort ? sortRows(sheet, order, sort) : order
}

function sortRows(sheet: Sheet, order: number[], { column, isDescending }: SortBy): number[] {
  const keys = order.map((row) => {
    const text = valueAt(sheet, row, column)
    return { row, text, number: readNumber(text), isEmpty: text.trim() === '' }
  })
  const sign = isDescending ? -1 : 1
  keys.sort((a, b) => {
    if (a.isEmpty || b.isEmpty) return Number(a.isEmpty) - Number(b.isEmpty)
    if (a.number !== null && b.number !== null) return sign * (a.number - b.number)
    if (a.number !== null || b.number !== null) return sign * (a.number !== null ? -1 : 1)
    return sign * COLLATOR.compare(a.text, b.text)
  })
  return keys.map(({ row }) => row)
}

function isKept(sheet: Sheet, row: number, { column, test, value }: FilterBy): boolean {
  if (column !== null) return passes(valueAt(sheet, row, column), test, value)
  const width = sheet.rows[row]?.cells.length ?? 0
  const texts = Array.from({ length: width }, (_, index) => valueAt(sheet, row, index))
  const isEvery = test === 'does not contain' || test === 'is empty'
  return isEvery
    ? texts.every((text) => passes(text, test, value))
    : texts.some((text) => passes(text, test, value))
}

function passes(text: string, test: FilterBy['test'], value: string): boolean {
  switch (test) {
    case 'contains':
      return text.toLowerCase().includes(value.toLowerCase())
    case 'does not contain':
      return !text.toLowerCase().includes(value.toLowerCase())
    case 'is':
      return isSame(text, value)
    case 'is more than':
      return compare(text, value) > 0
    case 'is less than':
      return compare(text, value) < 0
    case 'is empty':
      return text.trim() === ''
    case 'is not empty':
      return text.trim() !== ''
  }
}

function isSame(text: string, value: string): boolean {
  const [a, b] = [readNumber(text), readNumber(value)]
  return a !== null && b !== null ? a === b : COLLATOR.compare(text.trim(), value.trim()) === 0
}

/** Numbers are compared with numbers, everything else as text (dates such as 2026-01-31 then fit too). */
function compare(text: string, value: string): number {
  const [a, b] = [readNumber(text), readNumber(value)]
  if (a !== null && b !== null) return a - b
  if (text.trim() === '' || (b !== null && a === null)) return Number.NaN
  return COLLATOR.compare(text, value)
}

/** The order after `count` rows were inserted before the sheet's row `at`; they are shown at `place`. */
export function insertIntoOrder(
  order: readonly number[] | null,
  { at, count, place }: { at: number; count: number; place: number },
): readonly number[] | null {
  if (!order) return null
  const moved = order.map((row) => (row >= at ? row + count : row))
  const inserted = Array.from({ length: count }, (_, index) => at + index)
  return [...moved.slice(0, place), ...inserted, ...moved.slice(place)]
}

/** The order after rows of the sheet were removed. */
export function removeFromOrder(
  order: readonly number[] | null,
  removed: ReadonlySet<number>,
): readonly number[] | null {
  if (!order) return null
  const sorted = [...removed].sort((a, b) => a - b)
  return order.filter((row) => !removed.has(row)).map((row) => row - countBelow(sorted, row))
}

function countBelow(sorted: readonly number[], row: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < row) low = middle + 1
    else high = middle
  }
  return low
}
