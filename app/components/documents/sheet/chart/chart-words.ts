import type { ChartData } from './chart-data.ts'

const KINDS = { bar: 'Bar chart', line: 'Line chart', scatter: 'Scatter chart', pie: 'Pie chart' }

/** What a chart is called: “Bar chart of Price by Name”. */
export function chartTitle({ kind, series, xName }: ChartData): string {
  const names = (kind === 'pie' ? series.slice(0, 1) : series).map(({ name }) => name)
  return `${KINDS[kind]} of ${names.join(', ')} by ${xName}`
}

/** What a chart shows, for those who do not see it: how many rows, and the range of each column. */
export function chartDescription({ series, rows, leftOut }: ChartData): string {
  const ranges = series.flatMap(({ name, points }) => {
    if (points.length === 0) return []
    const values = points.map(({ y }) => y)
    const least = values.reduce((a, b) => Math.min(a, b))
    const most = values.reduce((a, b) => Math.max(a, b))
    return [`${name} from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`]
  })
  const words = `${rows.toLocaleString('en')} rows. ${ranges.join('; ')}.`
  return leftOut ? `${words} ${leftOut}` : words
}
