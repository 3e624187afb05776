/** What is read of a sheet at most. */
export type CsvBounds = {
  /** With the first row, which holds the names of the columns. */
  rows: number
  columns: number
  /** In all. The first row is read whatever it holds. */
  cells: number
}

/**
 * Parses comma-separated values (RFC 4180): quoted cells may hold commas, line
 * breaks and doubled quotes. It never fails: a quote that is not closed ends
 * at the end of the text.
 *
 * @returns rows of cells, without empty lines at the end, and whether something
 *   was left out because of the bounds
 */
export function parseCsv(text: string, bounds: CsvBounds): { rows: string[][]; isCut: boolean } {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let cellsLeft = bounds.cells
  let isCut = false

  function endCell(value: string) {
    if (row.length < bounds.columns) row.push(value)
    else isCut ||= value !== ''
    cell = ''
  }

  /** Whether there was room for the row. */
  function endRow(): boolean {
    if (rows.length > 0 && row.length > cellsLeft) return false
    cellsLeft -= row.length
    rows.push(row)
    row = []
    return true
  }

  let index = 0
  for (; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text[++index]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === ',') endCell(cell)
    else if (character === '\n') {
      endCell(cell.replace(/\r$/, ''))
      if (!endRow()) return { rows, isCut: true }
      if (rows.length >= bounds.rows) break
    } else cell += character
  }
  if (/\S/.test(text.slice(index))) isCut = true
  if (cell !== '' || row.length > 0) {
    endCell(cell)
    if (!endRow()) isCut = true
  }
  while (rows.at(-1)?.every((value) => value === '')) rows.pop()
  return { rows, isCut }
}
