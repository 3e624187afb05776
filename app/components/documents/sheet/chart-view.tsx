import { Link } from '@remix-run/react'
import { type MouseEvent, useMemo, useRef } from 'react'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import type { ChartChoice } from './chart/chart-choice.ts'
import { chartData } from './chart/chart-data.ts'
import { ChartForm } from './chart/chart-form.tsx'
import { ChartSvg } from './chart/chart-svg.tsx'
import { chartDescription, chartTitle } from './chart/chart-words.ts'

type ChartViewProps = {
  sheet: Sheet
  choice: ChartChoice
  /** The rest of the address, which the form keeps. */
  kept: [name: string, value: string][]
  /** Where the stored sheet's chart is as a file. */
  fileAddress: string
  onChoose(choice: ChartChoice): void
  /** Where the page is without the chart, or what closes it. */
  closeAddress?: string
  onClose?(): void
}

/** A chart of some columns of a sheet, with the form that chooses them. */
export function ChartView(props: ChartViewProps) {
  const { sheet, choice } = props
  const figure = useRef<HTMLElement>(null)
  const data = useMemo(() => chartData(sheet, choice), [sheet, choice])
  const isEmpty = data.series.every(({ points }) => points.length === 0)

  function onDownload(event: MouseEvent<HTMLAnchorElement>) {
    // What is drawn, which may not be saved yet.
    const drawn = figure.current?.querySelector('svg')?.outerHTML
    if (!drawn) return
    const address = URL.createObjectURL(new Blob([drawn], { type: 'image/svg+xml' }))
    event.currentTarget.href = address
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
  }

  return (
    <section className="chart-view" aria-label="Chart">
      <ChartForm sheet={sheet} choice={choice} kept={props.kept} onChoose={props.onChoose} />
      {isEmpty ? (
        <p className="note">There are no numbers to draw in the chosen columns.</p>
      ) : (
        <figure ref={figure}>
          <ChartSvg data={data} title={chartTitle(data)} description={chartDescription(data)} />
          {data.leftOut && <figcaption className="note">{data.leftOut}</figcaption>}
        </figure>
      )}
      <div className="row">
        {!isEmpty && (
          <a
            className="button small"
            href={props.fileAddress}
            download="chart.svg"
            onClick={onDownload}
          >
            Download SVG
          </a>
        )}
        {props.closeAddress !== undefined && (
          <Link className="button small" to={props.closeAddress} preventScrollReset>
            Close the chart
          </Link>
        )}
        {props.onClose && (
          <button type="button" className="button small" onClick={props.onClose}>
            Close the chart
          </button>
        )}
      </div>
    </section>
  )
}
