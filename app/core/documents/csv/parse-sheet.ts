import { detectDelimiter } from './detect-delimiter.ts'
import { scanCsv } from './scan-csv.ts'

/** A row of a sheet as it is written. */
export type SheetRow = {
  /** The sources of the cells, with their quotes and spaces. */
  readonly cells: readonly string[]
  /** The line break: `\n`, `\r\n`, or nothing at the end of the content. */
  readonly end: string
  /** Characters of the whole row, with its delimiters and its end. */
  readonly length: number
}

/**
 * A sheet that keeps how each cell is written, so that what nobody edits is saved
 * byte for byte. It is never changed: edits make a new sheet that shares the rows.
 */
export type Sheet = {
  /** The byte order mark, or nothing. */
  readonly mark: string
  readonly delimiter: string
  /** The line break of new rows. */
  readonly lineEnd: string
  readonly rows: readonly SheetRow[]
}

/**
 * Reads comma-separated values, or such with another delimiter, which is recognised
 * by the first row.
 *
 * @param mostRows where only the first rows are wanted; what follows is no part of the sheet then
 */
export function parseSheet(content: string, mostRows = Number.POSITIVE_INFINITY): Sheet {
  const delimiter = detectDelimiter(content)
  const mark = content.startsWith('\uFEFF') ? '\uFEFF' : ''
  const rows: SheetRow[] = []
  let cells: string[] = []
  let rowStart = mark.length
  scanCsv(content, mark.length, delimiter, {
    onCell(start, end) {
      cells.push(content.slice(start, end))
    },
    onRow(start, end) {
      rows.push({ cells, end: content.slice(start, end), length: end - rowStart })
      cells = []
      rowStart = end
      return rows.length < mostRows
    },
  })
  return { mark, delimiter, lineEnd: rows[0]?.end || '\n', rows }
}

/** How many columns the widest row has. */
export function sheetWidth(sheet: Sheet): number {
  let width = 0
  for (const row of sheet.rows) if (row.cells.length > width) width = row.cells.length
  return width
}

/** A row with these sources. */
export function makeRow(cells: readonly string[], end: string): SheetRow {
  let length = end.length + Math.max(0, cells.length - 1)
  for (const cell of cells) length += cell.length
  return { cells, end, length }
}

/** The content of a sheet: the very same as was parsed, but for what was edited. */
export function serialise(sheet: Sheet): string {
  const parts = sheet.rows.map((row) => row.cells.join(sheet.delimiter) + row.end)
  return sheet.mark + parts.join('')
}
