export type Goal = {
  atMost?: number
  atLeast?: number
  /** The least share of the baseline's figure, in addition. */
  ofBaseline?: number
  /** How many times the baseline's figure it may be at most, in addition. */
  timesBaseline?: number
}

/** One line of the table of results. */
export type Row = {
  what: string
  unit: string
  ours: number
  baseline?: number
  goal?: Goal
}

const HEADINGS = ['what', 'unit', 'ours', 'baseline', 'ours/baseline', 'goal', 'met']

/** Prints rows as an aligned Markdown table. */
export function printTable(rows: Row[]) {
  const lines = [HEADINGS, ...rows.map(cells)]
  const widths = HEADINGS.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const [headings = '', ...body] = lines.map((line) => joinCells(line, widths))
  const rule = joinCells(
    widths.map((width) => '-'.repeat(width)),
    widths,
  )
  console.log([headings, rule, ...body].join('\n'))
}

function cells(row: Row): string[] {
  const { what, unit, ours, baseline, goal } = row
  const met = meetsGoal(row)
  return [
    what,
    unit,
    formatNumber(ours),
    baseline === undefined ? '–' : formatNumber(baseline),
    baseline === undefined ? '–' : formatNumber(ours / baseline),
    goal ? describeGoal(goal) : '–',
    met === undefined ? '–' : met ? 'yes' : 'NO',
  ]
}

/** Whether a row meets its goal; undefined when it has none. */
function meetsGoal({ ours, baseline, goal }: Row): boolean | undefined {
  if (!goal) return undefined
  if (!Number.isFinite(ours)) return false
  const { atMost = Infinity, atLeast = -Infinity, ofBaseline = 0, timesBaseline = Infinity } = goal
  const meetsShare =
    baseline === undefined ||
    (ours >= baseline * ofBaseline && (baseline === 0 || ours <= baseline * timesBaseline))
  return ours <= atMost && ours >= atLeast && meetsShare
}

function describeGoal({ atMost, atLeast, ofBaseline, timesBaseline }: Goal): string {
  return [
    ...(atMost !== undefined ? [`≤ ${formatNumber(atMost)}`] : []),
    ...(atLeast !== undefined ? [`≥ ${formatNumber(atLeast)}`] : []),
    ...(ofBaseline !== undefined ? [`≥ ${formatNumber(ofBaseline)} of baseline`] : []),
    ...(timesBaseline !== undefined ? [`≤ ${formatNumber(timesBaseline)} × baseline`] : []),
  ].join(', ')
}

/** Formats a number with three significant digits and separated thousands. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return '–'
  const digits =
    Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

function joinCells(line: string[], widths: number[]): string {
  const padded = line.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  )
  return `| ${padded.join(' | ')} |`
}
