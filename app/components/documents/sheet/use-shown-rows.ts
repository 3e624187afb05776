import { useRef } from 'react'
import { cellValue } from '#core/documents/csv/cell-source.ts'
import { detectDelimiter } from '#core/documents/csv/detect-delimiter.ts'
import { scanCsv } from '#core/documents/csv/scan-csv.ts'

/** Rows that a page of the reading view has, without the first row, which each page shows. */
export const PAGE_ROWS = 200
/** Columns that are shown, and cells of a page. */
const COLUMNS = 200
const CELLS = 15_000

export type ShownRow = { index: number; cells: string[] }

export type ShownRows = {
  /** The first row, which holds the names of the columns. */
  head: string[]
  rows: ShownRow[]
  /** How many rows the content has, with the first one. */
  total: number
  /** The row after the last one that is shown. */
  next: number
  /** Whether rows have more columns than are shown. */
  isNarrowed: boolean
}

type Reading = {
  content: string
  delimiter: string
  /** Where each row begins that has been found, and where the next one will. */
  starts: number[]
}

/**
 * The rows of a sheet that the reading view shows. A content that grows, as a draft
 * does, is read on from its last row.
 *
 * @param from the first row to show after the row of names, counted from 0; left out,
 *   the last rows of the content
 */
export function useShownRows(content: string, from: number | undefined): ShownRows {
  const reading = useRef<Reading>(undefined)
  reading.current = readOn(reading.current, content)
  return shownRows(reading.current, from)
}

/** What is known of a content, with what has been added to it. */
function readOn(before: Reading | undefined, content: string): Reading {
  if (before?.content === content) return before
  const delimiter = detectDelimiter(content)
  const hasBegun = before !== undefined && before.starts.length > 1
  const isMore = hasBegun && before.delimiter === delimiter && content.startsWith(before.content)
  const starts = isMore ? before.starts.slice(0, -2) : []
  let start = isMore ? (before.starts.at(-2) ?? 0) : content.startsWith('\uFEFF') ? 1 : 0
  starts.push(start)
  scanCsv(content, start, delimiter, {
    onCell() {},
    onRow(_, end) {
      start = end
      starts.push(start)
      return true
    },
  })
  return { content, delimiter, starts }
}

function shownRows(reading: Reading, from: number | undefined): ShownRows {
  const total = countRows(reading)
  const [head = [], isWide] = readRow(reading, 0)
  let isNarrowed = isWide
  const first = Math.max(1, from ?? total - PAGE_ROWS)
  const rows: ShownRow[] = []
  let left = CELLS
  let index = first
  for (; index < Math.min(total, first + PAGE_ROWS) && left > 0; index += 1) {
    const [cells, isCut] = readRow(reading, index)
    isNarrowed ||= isCut
    left -= cells.length
    rows.push({ index, cells })
  }
  return { head, rows, total, next: index, isNarrowed }
}

/** How many rows there are, without blank ones at the end. */
function countRows({ content, starts }: Reading): number {
  let total = starts.length - 1
  while (total > 1 && !/\S/.test(content.slice(starts[total - 1], starts[total]))) total -= 1
  return total
}

function readRow({ content, delimiter, starts }: Reading, index: number): [string[], boolean] {
  const source = content.slice(starts[index] ?? 0, starts[index + 1] ?? 0)
  const cells: string[] = []
  let isCut = false
  scanCsv(source, 0, delimiter, {
    onCell(start, end) {
      if (cells.length < COLUMNS) cells.push(cellValue(source.slice(start, end)))
      else isCut ||= start !== end
    },
    onRow: () => true,
  })
  return [cells, isCut]
}
