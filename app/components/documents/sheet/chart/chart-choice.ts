import { valueAt } from '#core/documents/csv/edit-cells.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { columnName } from '../model/column-name.ts'
import { readNumber } from '../model/read-number.ts'
import { widthOf } from '../model/sheet-state.ts'

export const CHART_KINDS = ['bar', 'line', 'scatter', 'pie'] as const
type ChartKind = (typeof CHART_KINDS)[number]

/** What is drawn of a sheet. Columns count from 0. */
export type ChartChoice = {
  kind: ChartKind
  /** The column along the bottom; null for the numbers of the rows. */
  x: number | null
  y: number[]
}

/** Rows that are looked at to find out what a column holds. */
const LOOKED_AT = 200
/** Columns that a chart draws at most. */
export const MOST_SERIES = 6
/** Columns that can be chosen. */
export const MOST_COLUMNS = 100

/** Columns that hold numbers, for the most part. */
export function numberColumns(sheet: Sheet): number[] {
  const columns = Math.min(widthOf(sheet), MOST_COLUMNS)
  return Array.from({ length: columns }, (_, column) => column).filter((column) => {
    let [numbers, filled] = [0, 0]
    for (let row = 1; row < Math.min(sheet.rows.length, LOOKED_AT); row += 1) {
      const value = valueAt(sheet, row, column)
      if (value.trim() === '') continue
      filled += 1
      if (readNumber(value) !== null) numbers += 1
    }
    return numbers > 0 && numbers >= filled * 0.6
  })
}

/**
 * The chart that an address asks for (`?chart=bar&x=0&y=1,2`; `y` may also be there
 * several times). What it leaves open, or what the sheet has not, is chosen for it.
 *
 * @returns null where it asks for none
 */
export function readChartChoice(query: URLSearchParams, sheet: Sheet): ChartChoice | null {
  const asked = query.get('chart')
  if (asked === null || asked === '') return null
  const numbers = numberColumns(sheet)
  const width = widthOf(sheet)
  const askedX = query.get('x')
  const x = askedX === 'row' ? null : (columnOf(askedX, width) ?? firstLabels(numbers, width))
  const askedY = query
    .getAll('y')
    .flatMap((value) => value.split(','))
    .flatMap((value) => columnOf(value, width) ?? [])
  const y =
    askedY.length > 0 ? [...new Set(askedY)] : numbers.filter((column) => column !== x).slice(0, 1)
  const kind = CHART_KINDS.find((name) => name === asked) ?? fittingKind(sheet)
  return { kind, x, y: y.slice(0, MOST_SERIES) }
}

/** The query of a chart, for its address. */
export function chartQuery({ kind, x, y }: ChartChoice): string {
  return `chart=${kind}&x=${x ?? 'row'}&y=${y.join(',')}`
}

/** What a column is called in a chart. */
export function columnLabel(sheet: Sheet, column: number | null): string {
  if (column === null) return 'Row'
  return valueAt(sheet, 0, column).trim().slice(0, 60) || `Column ${columnName(column)}`
}

function columnOf(text: string | null, width: number): number | null {
  if (text === null || !/^\d{1,6}$/.test(text)) return null
  return Number(text) < width ? Number(text) : null
}

/** The first column that holds something other than numbers; null where all hold numbers. */
function firstLabels(numbers: readonly number[], width: number): number | null {
  for (let column = 0; column < width; column += 1) if (!numbers.includes(column)) return column
  return null
}

function fittingKind(sheet: Sheet): ChartKind {
  return sheet.rows.length > 41 ? 'line' : 'bar'
}
