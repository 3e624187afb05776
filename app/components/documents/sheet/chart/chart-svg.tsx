import { useId } from 'react'
import type { ChartData } from './chart-data.ts'
import { CHART, type ChartFrame, chartFrame } from './chart-frame.ts'
import { ChartLegend } from './chart-legend.tsx'
import { PieSlices } from './pie-slices.tsx'
import {
  SeriesMark,
  SeriesPatterns,
  seriesColour,
  seriesDash,
  seriesFill,
} from './series-style.tsx'

type ChartSvgProps = { data: ChartData; title: string; description: string }

/** Lines with more points than this have no marks on them. */
const MARKED = 60
const TEXT = 'var(--color-fg, #222)'
const RULE = 'var(--color-border, #ddd)'

/** A chart as SVG, which looks the same in the page and as a file of its own. */
export function ChartSvg({ data, title, description }: ChartSvgProps) {
  const id = `c${useId().replace(/\W/g, '')}`
  const frame = data.kind === 'pie' ? null : chartFrame(data)
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      className="chart"
      viewBox={`0 0 ${CHART.width} ${CHART.height}`}
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      fontFamily="system-ui, sans-serif"
      fontSize={12}
      fill={TEXT}
    >
      <title id={`${id}-title`}>{title}</title>
      <desc id={`${id}-text`}>{description}</desc>
      <SeriesPatterns
        id={id}
        count={data.kind === 'pie' ? data.labels.length : data.series.length}
      />
      {frame ? (
        <>
          <ChartLegend id={id} data={data} />
          <Axes data={data} frame={frame} />
          {data.kind === 'bar' && <Bars id={id} data={data} frame={frame} />}
          {data.kind === 'line' && <Lines data={data} frame={frame} />}
          {data.kind === 'scatter' && <Cloud data={data} frame={frame} />}
        </>
      ) : (
        <PieSlices id={id} data={data} />
      )}
    </svg>
  )
}

type PartProps = { data: ChartData; frame: ChartFrame }

function Axes({ data, frame }: PartProps) {
  const { left, right, top, bottom, xTicks, yTicks } = frame
  const only = data.series.length === 1 ? data.series[0]?.name : undefined
  return (
    <g>
      {yTicks.map(({ at, label }) => (
        <g key={label}>
          <path d={`M${left} ${round(at)}H${right}`} stroke={RULE} />
          <text x={left - 8} y={round(at) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, label }) => (
        <text key={at} x={round(at)} y={bottom + 18} textAnchor="middle">
          {label}
        </text>
      ))}
      <path d={`M${left} ${bottom}H${right}`} stroke={TEXT} />
      <text x={(left + right) / 2} y={CHART.height - 12} textAnchor="middle" fontWeight={600}>
        {data.xName}
      </text>
      {only && (
        <text
          transform={`translate(14 ${(top + bottom) / 2}) rotate(-90)`}
          textAnchor="middle"
          fontWeight={600}
        >
          {only}
        </text>
      )}
    </g>
  )
}

function Bars({ id, data, frame }: PartProps & { id: string }) {
  const group = frame.band * 0.8
  const width = group / Math.max(1, data.series.length)
  const zero = frame.y(0)
  return data.series.map(({ column, name, points }, index) => (
    <g key={column} fill={seriesFill(id, index)}>
      {points.map(({ x, y }) => {
        const end = frame.y(y)
        const left = frame.x(x) - group / 2 + index * width
        return (
          <rect
            key={x}
            x={round(left)}
            y={round(Math.min(zero, end))}
            width={round(Math.max(0.5, width - 1))}
            height={round(Math.abs(end - zero))}
          >
            <title>{`${data.labels[x] ?? ''}: ${y.toLocaleString('en')} (${name})`}</title>
          </rect>
        )
      })}
    </g>
  ))
}

function Lines({ data, frame }: PartProps) {
  return data.series.map(({ column, points }, index) => (
    <g key={column}>
      <polyline
        points={points.map(({ x, y }) => `${round(frame.x(x))},${round(frame.y(y))}`).join(' ')}
        fill="none"
        stroke={seriesColour(index)}
        strokeWidth={2}
        strokeDasharray={seriesDash(index)}
        strokeLinejoin="round"
      />
      {points.length <= MARKED && <Marks index={index} points={points} frame={frame} />}
    </g>
  ))
}

function Cloud({ data, frame }: PartProps) {
  return data.series.map(({ column, points }, index) => (
    <Marks key={column} index={index} points={points} frame={frame} />
  ))
}

type MarksProps = {
  index: number
  points: ChartData['series'][number]['points']
  frame: ChartFrame
}

function Marks({ index, points, frame }: MarksProps) {
  return points.map(({ x, y }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two points may be at the same place
    <SeriesMark key={place} index={index} x={round(frame.x(x))} y={round(frame.y(y))} />
  ))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
