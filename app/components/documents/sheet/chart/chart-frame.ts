import type { ChartData } from './chart-data.ts'
import { dateTicks, niceTicks, tickLabel } from './ticks.ts'

/** The size of a chart, in its own units. */
export const CHART = { width: 760, height: 420 }

type Tick = { at: number; label: string }

/** Where the axes of a chart are, and where its values are drawn. */
export type ChartFrame = {
  left: number
  right: number
  top: number
  bottom: number
  xTicks: Tick[]
  yTicks: Tick[]
  x(value: number): number
  y(value: number): number
  /** How wide the place of one label is. */
  band: number
}

/** Width of a letter of the labels, about. */
const LETTER = 6.6
const LONGEST_LABEL = 14

/** Where the name of each column stands above the chart; nothing where there is only one. */
export function legendPlaces({
  kind,
  series,
}: ChartData): { x: number; y: number; label: string }[] {
  if (kind === 'pie' || series.length < 2) return []
  let [x, y] = [20, 16]
  return series.map(({ name }) => {
    const label = name.length > 24 ? `${name.slice(0, 23)}…` : name
    const width = 30 + label.length * LETTER + 20
    if (x > 20 && x + width > CHART.width) [x, y] = [20, y + 20]
    const place = { x, y, label }
    x += width
    return place
  })
}

/** The axes of a chart. Those of a bar chart begin at zero. */
export function chartFrame(data: ChartData): ChartFrame {
  const values = data.series.flatMap(({ points }) => points.map(({ y }) => y))
  const zero = data.kind === 'bar' ? [0] : []
  const [least, most] = extent([...values, ...zero])
  const yNumbers = niceTicks(least, most)
  const yLabels = yNumbers.map(tickLabel)
  const left = 20 + Math.max(...yLabels.map((label) => label.length)) * LETTER + 18
  const top = (legendPlaces(data).at(-1)?.y ?? 0) + 16
  const [right, bottom] = [CHART.width - 16, CHART.height - 56]
  const [low, high] = [yNumbers[0] ?? 0, yNumbers.at(-1) ?? 1]
  const y = (value: number) => bottom - ((value - low) / (high - low)) * (bottom - top)
  const yTicks = yNumbers.map((value, index) => ({ at: y(value), label: yLabels[index] ?? '' }))
  if (data.xScale === 'label') {
    const band = (right - left) / Math.max(1, data.labels.length)
    const x = (value: number) => left + (value + 0.5) * band
    return {
      left,
      right,
      top,
      bottom,
      yTicks,
      y,
      x,
      band,
      xTicks: labelTicks(data.labels, x, band),
    }
  }
  const [from, to] = extent(data.series.flatMap(({ points }) => points.map((point) => point.x)))
  const span = to - from || 1
  const inset = 10
  const x = (value: number) => left + inset + ((value - from) / span) * (right - left - 2 * inset)
  return { left, right, top, bottom, yTicks, y, x, band: 0, xTicks: valueTicks(data, from, to, x) }
}

function valueTicks(
  data: ChartData,
  from: number,
  to: number,
  x: (value: number) => number,
): Tick[] {
  const { ticks, label } =
    data.xScale === 'date'
      ? dateTicks(from, to)
      : { ticks: niceTicks(from, to, 7), label: tickLabel }
  return ticks
    .filter((value) => value >= from && value <= to)
    .map((value) => ({ at: x(value), label: label(value) }))
}

/** As many labels as have room. */
function labelTicks(labels: readonly string[], x: (value: number) => number, band: number): Tick[] {
  const length = labels.reduce((most, label) => Math.max(most, label.length), 1)
  const longest = Math.min(LONGEST_LABEL, length)
  const every = Math.max(1, Math.ceil((longest * LETTER + 10) / band))
  return labels.flatMap((label, index) => {
    if (index % every !== 0) return []
    const shown = label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label
    return [{ at: x(index), label: shown }]
  })
}

function extent(values: readonly number[]): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return values.length === 0 ? [0, 1] : [least, most]
}
