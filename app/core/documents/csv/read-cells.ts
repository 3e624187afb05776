import { cellValue } from './cell-source.ts'
import { detectDelimiter } from './detect-delimiter.ts'
import { scanCsv } from './scan-csv.ts'

/** What is read of a sheet at most. */
export type CsvBounds = {
  /** With the first row, which holds the names of the columns. */
  rows: number
  columns: number
  /** In all. The first row is read whatever it holds. */
  cells: number
}

const ALL: CsvBounds = {
  rows: Number.POSITIVE_INFINITY,
  columns: Number.POSITIVE_INFINITY,
  cells: Number.POSITIVE_INFINITY,
}

/** The values of a whole sheet, row by row, without empty rows at the end. */
export function cells(content: string): string[][] {
  return readCells(content, ALL).rows
}

/**
 * Reads the values of the beginning of a sheet.
 *
 * @returns rows of cells, without empty rows at the end, and whether something
 *   was left out because of the bounds
 */
export function readCells(
  content: string,
  bounds: CsvBounds,
): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = []
  let row: string[] = []
  let cellsLeft = bounds.cells
  let isCut = false
  const from = content.startsWith('\uFEFF') ? 1 : 0
  const end = scanCsv(content, from, detectDelimiter(content), {
    onCell(start, end) {
      if (row.length < bounds.columns) row.push(cellValue(content.slice(start, end)))
      else isCut ||= start !== end && cellValue(content.slice(start, end)) !== ''
    },
    onRow() {
      if (rows.length > 0 && row.length > cellsLeft) {
        isCut = true
        return false
      }
      cellsLeft -= row.length
      rows.push(row)
      row = []
      return rows.length < bounds.rows
    },
  })
  if (/\S/.test(content.slice(end))) isCut = true
  while (rows.at(-1)?.every((value) => value === '')) rows.pop()
  return { rows, isCut }
}
