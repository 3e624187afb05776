import { renderToStaticMarkup } from 'react-dom/server'
import { parseSheet } from '#core/documents/csv/parse-sheet.ts'
import { readChartChoice } from './chart-choice.ts'
import { chartData, MOST_ROWS } from './chart-data.ts'
import { ChartSvg } from './chart-svg.tsx'
import { chartDescription, chartTitle } from './chart-words.ts'

/**
 * A chart of a sheet as an SVG file.
 *
 * @param asked what the address asks for, as on the page of the sheet
 * @returns null where the sheet has nothing that could be drawn
 */
export function renderChartFile(content: string, asked: URLSearchParams): string | null {
  // With the names of the columns, and one by which it is known that there are more.
  const sheet = parseSheet(content, MOST_ROWS + 2)
  const query = new URLSearchParams(asked)
  if (!query.get('chart')) query.set('chart', 'auto')
  const choice = readChartChoice(query, sheet)
  const data = choice && chartData(sheet, choice)
  if (!data?.series.some(({ points }) => points.length > 0)) return null
  return renderToStaticMarkup(
    <ChartSvg data={data} title={chartTitle(data)} description={chartDescription(data)} />,
  )
}
