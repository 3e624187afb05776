import type { PlotData } from './run-message.ts'

/** The range of values that an axis shows, and where it has marks. */
export type Axis = { from: number; to: number; ticks: number[] }

/**
 * An axis that shows all of the values, from one round number to another.
 *
 * @param withZero whether zero is shown too, as bars need it
 */
export function axisOf(values: Iterable<number>, withZero = false): Axis {
  let least = withZero ? 0 : Number.POSITIVE_INFINITY
  let most = withZero ? 0 : Number.NEGATIVE_INFINITY
  for (const value of values) {
    least = Math.min(least, value)
    most = Math.max(most, value)
  }
  if (least > most) return { from: 0, to: 1, ticks: [0, 1] }
  if (least === most) {
    const around = Math.abs(least) / 2 || 1
    least -= around
    most += around
  }
  const step = roundStep((most - least) / 5)
  // Values that lie too near to each other, or too far apart, for a number to say how far.
  if (step === 0 || step === Number.POSITIVE_INFINITY) {
    return { from: least, to: most, ticks: [least, most] }
  }
  const first = Math.floor(least / step)
  const last = Math.ceil(most / step)
  // Counted, not added up, so that no error grows; `toPrecision` rounds the one of the product.
  const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(15)),
  )
  return { from: ticks[0] ?? least, to: ticks.at(-1) ?? most, ticks }
}

/** The least of 1, 2, 2.5 and 5 times a power of ten that is not below a width. */
function roundStep(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width))
  return power * ([1, 2, 2.5, 5].find((factor) => power * factor >= width) ?? 10)
}

/** The values along the horizontal axis: numbers, or the names of categories. */
export type Horizontal = { values: number[]; names: string[] | null }

/** Where the points of a plot stand: at their numbers, else each at its place in the list. */
export function horizontalOf({ x, series, kind }: PlotData): Horizontal {
  const length = Math.max(0, ...series.map(({ y }) => y.length))
  const places = Array.from({ length }, (_, index) => index)
  if (!x) return { values: places, names: kind === 'bar' ? places.map(String) : null }
  const isNumeric = x.every((value) => typeof value === 'number')
  if (isNumeric && kind !== 'bar') return { values: x as number[], names: null }
  return { values: places, names: places.map((index) => String(x[index] ?? '')) }
}
