import { cellValue } from '../csv/cell-source.ts'
import { detectDelimiter } from '../csv/detect-delimiter.ts'
import { scanCsv } from '../csv/scan-csv.ts'

/** What is compared of a sheet at most; 10,000 rows of 30 columns are less. */
const MOST_CELLS = 400_000
const MOST_COLUMNS = 1_000

/** Rows that are read between two yields. */
const ROWS_AT_ONCE = 1_000

/**
 * Reads the values of a sheet, and yields from time to time.
 *
 * @returns null when there are too many
 */
export function* cellsToCompare(content: string): Generator<void, string[][] | null, void> {
  const rows: string[][] = []
  const delimiter = detectDelimiter(content)
  let row: string[] = []
  let cells = 0
  let at = content.startsWith('\uFEFF') ? 1 : 0
  while (at < content.length && cells <= MOST_CELLS) {
    const end = scanCsv(content, at, delimiter, {
      onCell(start, end) {
        if (row.length <= MOST_COLUMNS) row.push(cellValue(content.slice(start, end)))
      },
      onRow() {
        if (row.length > MOST_COLUMNS) cells = Number.POSITIVE_INFINITY
        cells += row.length
        rows.push(row)
        row = []
        return rows.length % ROWS_AT_ONCE !== 0 && cells <= MOST_CELLS
      },
    })
    at = end
    yield
  }
  return cells > MOST_CELLS ? null : rows
}
