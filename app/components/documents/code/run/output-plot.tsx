import { memo } from 'react'
import { type Axis, axisOf, horizontalOf } from './plot-scale.ts'
import type { PlotData } from './run-message.ts'

const WIDTH = 640
const HEIGHT = 300
const PLACE = { left: 64, right: 628, top: 12, bottom: 268 }

/** How many names of categories, and of rows of the table, are shown. */
const MAX_NAMES = 12
const MAX_ROWS = 200

/** A plot that a program has asked for, with its values as a table. */
export const OutputPlot = memo(function OutputPlot({ plot }: { plot: PlotData }) {
  const { title, kind, series } = plot
  const { values, names } = horizontalOf(plot)
  const isBar = kind === 'bar'
  const y = axisOf(
    series.flatMap((each) => each.y.filter((value) => value !== null)),
    isBar,
  )
  const x: Axis = names
    ? { from: -0.5, to: Math.max(names.length, 1) - 0.5, ticks: [] }
    : axisOf(values)
  const atX = (value: number) => place(value, x, PLACE.left, PLACE.right)
  const atY = (value: number) => place(value, y, PLACE.bottom, PLACE.top)
  const nameStep = Math.ceil((names?.length ?? 0) / MAX_NAMES) || 1
  const label = title || 'Plot'
  return (
    <figure className="run-plot">
      {title && <figcaption>{title}</figcaption>}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {y.ticks.map((tick) => (
          <g key={tick}>
            <line
              className="plot-grid"
              x1={PLACE.left}
              x2={PLACE.right}
              y1={atY(tick)}
              y2={atY(tick)}
            />
            <text x={PLACE.left - 8} y={atY(tick)} textAnchor="end" dominantBaseline="middle">
              {shorten(tick)}
            </text>
          </g>
        ))}
        {x.ticks.map((tick) => (
          <text key={tick} x={atX(tick)} y={PLACE.bottom + 20} textAnchor="middle">
            {shorten(tick)}
          </text>
        ))}
        {names?.map(
          (name, index) =>
            index % nameStep === 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
              <text key={index} x={atX(index)} y={PLACE.bottom + 20} textAnchor="middle">
                {name.length > 10 ? `${name.slice(0, 9)}…` : name}
              </text>
            ),
        )}
        {series.map((each, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
            key={index}
            className={`plot-series plot-${isBar ? 'bar' : kind} plot-colour-${index % 6}`}
            d={
              isBar
                ? barPath(each.y, index, series.length, atX, atY)
                : linePath(each.y, values, atX, atY, kind === 'points')
            }
          />
        ))}
      </svg>
      {series.some(({ name }) => name) && (
        <ul className="plot-legend">
          {series.map(({ name }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
            <li key={index} className={`plot-colour-${index % 6}`}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <PlotTable plot={plot} horizontal={names ?? values} />
    </figure>
  )
})

type PlotTableProps = { plot: PlotData; horizontal: (string | number)[] }

function PlotTable({ plot: { series }, horizontal }: PlotTableProps) {
  return (
    <details>
      <summary>Values</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long table must be scrollable by keyboard */}
      <section className="run-table" tabIndex={0} aria-label="Values of the plot">
        <table>
          <thead>
            <tr>
              <th>x</th>
              {series.map(({ name }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
                <th key={index}>{name || 'y'}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {horizontal.slice(0, MAX_ROWS).map((value, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
              <tr key={row}>
                <td>{value}</td>
                {series.map(({ y }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a plot never changes
                  <td key={index}>{y[row] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {horizontal.length > MAX_ROWS && (
        <p className="note">
          These are the first {MAX_ROWS} of {horizontal.length} values.
        </p>
      )}
    </details>
  )
}

type Place = (value: number) => number

/** A line through the values, or a dot at each; a value that is missing leaves a gap. */
function linePath(ys: (number | null)[], xs: number[], atX: Place, atY: Place, isDots: boolean) {
  let path = ''
  let isOpen = false
  ys.forEach((y, index) => {
    const x = xs[index]
    if (y === null || x === undefined) {
      isOpen = false
      return
    }
    const point = `${round(atX(x))} ${round(atY(y))}`
    path += isDots ? `M${point}h0` : `${isOpen ? 'L' : 'M'}${point}`
    isOpen = true
  })
  return path
}

/** Bars of one of several series, which stand beside each other at each place. */
function barPath(ys: (number | null)[], index: number, count: number, atX: Place, atY: Place) {
  const width = 0.8 / count
  const zero = round(atY(0))
  return ys
    .map((y, at) => {
      if (y === null) return ''
      const left = round(atX(at - 0.4 + index * width))
      const right = round(atX(at - 0.4 + (index + 1) * width))
      return `M${left} ${zero}V${round(atY(y))}H${right}V${zero}Z`
    })
    .join('')
}

function place(value: number, { from, to }: Axis, start: number, end: number): number {
  return start + ((value - from) / (to - from || 1)) * (end - start)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function shorten(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) return value.toExponential(1)
  return String(value)
}
