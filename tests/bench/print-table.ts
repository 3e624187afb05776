import { describeGoal, formatNumber, meetsGoal, type Row } from './row.ts'

const HEAD = ['what', 'unit', 'ours', 'floor', 'ours/floor', 'goal', 'met']

/** Prints rows as an aligned Markdown table. */
export function printTable(rows: Row[]) {
  const lines = [HEAD, ...rows.map(cells)]
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const [head = '', ...body] = lines.map((line) => joinCells(line, widths))
  const rule = joinCells(
    widths.map((width) => '-'.repeat(width)),
    widths,
  )
  console.log([head, rule, ...body].join('\n'))
}

function cells(row: Row): string[] {
  const { what, unit, ours, floor, goal } = row
  const met = meetsGoal(row)
  return [
    what,
    unit,
    formatNumber(ours),
    floor === undefined ? '–' : formatNumber(floor),
    floor === undefined ? '–' : formatNumber(ours / floor),
    goal ? describeGoal(goal) : '–',
    met === undefined ? '–' : met ? 'yes' : 'NO',
  ]
}

function joinCells(line: string[], widths: number[]): string {
  const padded = line.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
  )
  return `| ${padded.join(' | ')} |`
}
