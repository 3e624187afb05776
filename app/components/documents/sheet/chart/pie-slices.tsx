import type { ChartData } from './chart-data.ts'
import { CHART } from './chart-frame.ts'
import { seriesFill } from './series-style.tsx'

const RADIUS = 150
const CENTRE = { x: 200, y: CHART.height / 2 }
/** Where the list of the slices begins, and how high each of its lines is. */
const LIST = { x: 400, line: 34 }

/** The slices of a pie, largest first, with a list that names each with its share. */
export function PieSlices({ id, data }: { id: string; data: ChartData }) {
  const values = data.series[0]?.points.map(({ y }) => y) ?? []
  const all = values.reduce((sum, value) => sum + value, 0)
  let begun = 0
  const top = CENTRE.y - (values.length * LIST.line) / 2
  return (
    <g>
      {values.map((value, index) => {
        const from = begun
        begun += value / all
        const label = data.labels[index] ?? ''
        const y = top + index * LIST.line
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two slices may have the same name
          <g key={index}>
            <path
              d={slice(from, begun)}
              fill={seriesFill(id, index)}
              stroke="var(--color-bg, #fff)"
              strokeWidth={2}
            />
            <rect x={LIST.x} y={y} width={20} height={20} fill={seriesFill(id, index)} />
            <text x={LIST.x + 30} y={y + 15} fontSize={14}>
              {`${label.length > 26 ? `${label.slice(0, 25)}…` : label} · ${percent(value / all)}`}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The outline of a slice, from one part of the whole circle (0 to 1) to another. */
function slice(from: number, to: number): string {
  if (to - from > 0.9999) {
    const { x, y } = CENTRE
    return `M${x} ${y - RADIUS}a${RADIUS} ${RADIUS} 0 1 1 -0.01 0z`
  }
  const [begin, end] = [pointAt(from), pointAt(to)]
  const isLarge = to - from > 0.5 ? 1 : 0
  return `M${CENTRE.x} ${CENTRE.y}L${begin}A${RADIUS} ${RADIUS} 0 ${isLarge} 1 ${end}z`
}

function pointAt(part: number): string {
  const angle = part * 2 * Math.PI - Math.PI / 2
  const x = CENTRE.x + RADIUS * Math.cos(angle)
  const y = CENTRE.y + RADIUS * Math.sin(angle)
  return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
}

function percent(part: number): string {
  return part.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
}
