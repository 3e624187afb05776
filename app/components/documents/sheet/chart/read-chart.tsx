import { Link, useNavigate } from '@remix-run/react'
import { useMemo } from 'react'
import { paths } from '#app/paths.ts'
import { parseSheet } from '#core/documents/csv/parse-sheet.ts'
import { ChartView } from '../chart-view.tsx'
import { chartQuery, readChartChoice } from './chart-choice.ts'
import { MOST_ROWS } from './chart-data.ts'

type ReadChartProps = {
  document: { id: string; createdAt: string }
  content: string
  /** Whether the sheet goes on after the content. */
  isCut: boolean
  /** The query of the address, which says what is drawn. */
  search: string
}

/** The chart that the address asks for, or the link that asks for one. */
export function ReadChart({ document, content, isCut, search }: ReadChartProps) {
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const isAsked = query.has('chart')
  const sheet = useMemo(() => (isAsked ? parseSheet(content) : null), [isAsked, content])
  const choice = sheet && readChartChoice(query, sheet)
  const kept = [...query].filter(([name]) => !['chart', 'x', 'y'].includes(name))
  const rest = new URLSearchParams(kept).toString()
  if (!sheet || !choice) {
    return (
      <div className="row">
        <Link className="button small" to={`?${rest && `${rest}&`}chart=auto`} preventScrollReset>
          Chart
        </Link>
      </div>
    )
  }
  return (
    <>
      <ChartView
        sheet={sheet}
        choice={choice}
        kept={kept}
        fileAddress={paths.documentChart(document.id, chartQuery(choice), document.createdAt)}
        onChoose={(chosen) =>
          navigate(`?${rest && `${rest}&`}${chartQuery(chosen)}`, {
            replace: true,
            preventScrollReset: true,
          })
        }
        closeAddress={`?${rest}`}
      />
      {isCut && (
        <p className="note">
          The chart shows the {(sheet.rows.length - 1).toLocaleString('en')} rows of this page’s
          beginning. The downloaded chart reads up to {MOST_ROWS.toLocaleString('en')}.
        </p>
      )}
    </>
  )
}
