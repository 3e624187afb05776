import type { ChartData } from './chart-data.ts'
import { legendPlaces } from './chart-frame.ts'
import { SeriesMark, seriesColour, seriesDash, seriesFill } from './series-style.tsx'

/** Which column is drawn how, above the chart. */
export function ChartLegend({ id, data }: { id: string; data: ChartData }) {
  return legendPlaces(data).map(({ x, y, label }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
    <g key={index}>
      {data.kind === 'bar' ? (
        <rect x={x} y={y - 11} width={24} height={14} fill={seriesFill(id, index)} />
      ) : (
        <>
          {data.kind === 'line' && (
            <path
              d={`M${x} ${y - 4}h24`}
              stroke={seriesColour(index)}
              strokeWidth={2}
              strokeDasharray={seriesDash(index)}
            />
          )}
          <SeriesMark index={index} x={x + 12} y={y - 4} />
        </>
      )}
      <text x={x + 30} y={y}>
        {label}
      </text>
    </g>
  ))
}
