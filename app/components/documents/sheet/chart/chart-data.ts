import { valueAt } from '#core/documents/csv/edit-cells.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { readNumber } from '../model/read-number.ts'
import { type ChartChoice, columnLabel } from './chart-choice.ts'
import { type Point, sampleCloud, sampleLine } from './sample-points.ts'
import { readDate } from './ticks.ts'

/** What a chart draws of one column. */
type Series = { column: number; name: string; points: readonly Point[] }

export type ChartData = {
  kind: ChartChoice['kind']
  xName: string
  /** What the bottom axis counts: numbers, times in milliseconds, or labels by their place. */
  xScale: 'number' | 'date' | 'label'
  /** For `label`: by their place. */
  labels: readonly string[]
  series: readonly Series[]
  /** Rows with a number in one of the columns. */
  rows: number
  /** Says in words what is left out; null where nothing is. */
  leftOut: string | null
}

/** Rows of a sheet that a chart reads, below the names of the columns. */
export const MOST_ROWS = 100_000
/** Points that a chart draws at most, rows that a bar chart and slices that a pie has. */
const MOST_POINTS = 2_000
const MOST_BARS = 60
const MOST_SLICES = 9

/** What a chart draws. Cells without a number are left out, and so are rows without any. */
export function chartData(sheet: Sheet, choice: ChartChoice): ChartData {
  const data = drawnData(sheet, choice)
  if (sheet.rows.length - 1 <= MOST_ROWS) return data
  const read = `Read: the first ${count(MOST_ROWS)} rows of the sheet.`
  return { ...data, leftOut: data.leftOut ? `${read} ${data.leftOut}` : read }
}

function drawnData(sheet: Sheet, choice: ChartChoice): ChartData {
  const rows = filledRows(sheet, choice)
  const names = choice.y.map((column) => columnLabel(sheet, column))
  const base = { kind: choice.kind, xName: columnLabel(sheet, choice.x), rows: rows.length }
  if (choice.kind === 'pie') return { ...base, ...pieData(sheet, choice, rows), xScale: 'label' }
  if (choice.kind === 'bar') {
    const shown = rows.slice(0, MOST_BARS)
    return {
      ...base,
      xScale: 'label',
      labels: shown.map((row) => labelOf(sheet, choice, row)),
      series: choice.y.map((column, index) => ({
        column,
        name: names[index] ?? '',
        points: pointsOf(sheet, column, shown, (_, place) => place),
      })),
      leftOut:
        rows.length > MOST_BARS
          ? `Drawn: the first ${MOST_BARS} of ${count(rows.length)} rows.`
          : null,
    }
  }
  return { ...base, ...pointData(sheet, choice, rows, names) }
}

function pointData(sheet: Sheet, choice: ChartChoice, rows: number[], names: string[]) {
  const { kind, x } = choice
  const xScale = scaleOf(sheet, x, rows)
  const labels = xScale === 'label' ? rows.map((row) => labelOf(sheet, choice, row)) : []
  function place(row: number, index: number): number | null {
    if (xScale === 'label') return index
    if (x === null) return row + 1
    const text = valueAt(sheet, row, x)
    return xScale === 'date' ? readDate(text) : readNumber(text)
  }
  const most = Math.floor(MOST_POINTS / Math.max(1, choice.y.length))
  let [all, drawn] = [0, 0]
  const series = choice.y.map((column, index) => {
    const points = pointsOf(sheet, column, rows, place)
    if (kind === 'line') points.sort((a, b) => a.x - b.x)
    const sampled = kind === 'line' ? sampleLine(points, most) : sampleCloud(points, most)
    all += points.length
    drawn += sampled.length
    return { column, name: names[index] ?? '', points: sampled }
  })
  const how = kind === 'line' ? 'of each stretch the lowest and the highest' : 'evenly taken'
  const leftOut = drawn < all ? `Drawn: ${count(drawn)} of ${count(all)} points, ${how}.` : null
  return { xScale, labels, series, leftOut } as const
}

function pieData(sheet: Sheet, choice: ChartChoice, rows: number[]) {
  const column = choice.y[0]
  const sums = new Map<string, number>()
  let summed = 0
  for (const row of rows) {
    const value = column === undefined ? null : readNumber(valueAt(sheet, row, column))
    if (value === null || value <= 0) continue
    const label = labelOf(sheet, choice, row)
    sums.set(label, (sums.get(label) ?? 0) + value)
    summed += 1
  }
  const slices = [...sums].map(([label, value]) => ({ label, value }))
  slices.sort((a, b) => b.value - a.value)
  const isTooMany = slices.length > MOST_SLICES
  const shown = isTooMany ? slices.slice(0, MOST_SLICES - 1) : slices
  if (isTooMany) {
    const rest = slices.slice(MOST_SLICES - 1)
    const value = rest.reduce((sum, slice) => sum + slice.value, 0)
    shown.push({ label: `${count(rest.length)} others`, value })
  }
  const notes = []
  if (choice.y.length > 1) notes.push('A pie shows the first of the chosen columns.')
  if (slices.length < summed) notes.push('Rows with the same name are added up.')
  if (summed < rows.length) notes.push('Only numbers above zero have a slice.')
  return {
    labels: shown.map(({ label }) => label),
    series: [
      {
        column: column ?? 0,
        name: column === undefined ? '' : columnLabel(sheet, column),
        points: shown.map(({ value }, x) => ({ x, y: value })),
      },
    ],
    leftOut: notes.length > 0 ? notes.join(' ') : null,
  }
}

function filledRows(sheet: Sheet, { y }: ChartChoice): number[] {
  const rows: number[] = []
  const end = Math.min(sheet.rows.length, MOST_ROWS + 1)
  for (let row = 1; row < end; row += 1) {
    if (y.some((column) => readNumber(valueAt(sheet, row, column)) !== null)) rows.push(row)
  }
  return rows
}

function pointsOf(
  sheet: Sheet,
  column: number,
  rows: readonly number[],
  place: (row: number, index: number) => number | null,
): Point[] {
  return rows.flatMap((row, index) => {
    const [x, y] = [place(row, index), readNumber(valueAt(sheet, row, column))]
    return x === null || y === null ? [] : [{ x, y }]
  })
}

function scaleOf(sheet: Sheet, x: number | null, rows: readonly number[]): ChartData['xScale'] {
  if (x === null) return 'number'
  const texts = rows.map((row) => valueAt(sheet, row, x)).filter((text) => text.trim() !== '')
  if (texts.length === 0) return 'label'
  if (texts.every((text) => readDate(text) !== null)) return 'date'
  return texts.every((text) => readNumber(text) !== null) ? 'number' : 'label'
}

function labelOf(sheet: Sheet, { x }: ChartChoice, row: number): string {
  return x === null ? String(row + 1) : valueAt(sheet, row, x).trim().slice(0, 80)
}

function count(number: number): string {
  return number.toLocaleString('en')
}
