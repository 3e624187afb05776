import { cellSource, cellValue } from './cell-source.ts'
import { DELIMITERS, isToldBy } from './detect-delimiter.ts'
import { makeRow, type Sheet, type SheetRow, sheetWidth } from './parse-sheet.ts'

/** The row by which the delimiter is recognised: the first that is not blank; -1 where all are. */
export function headerIndex({ rows }: Sheet): number {
  return rows.findIndex(({ cells }) => cells.length > 1 || cells[0] !== '')
}

/** Whether the first row alone tells the delimiter: else the rows after it do, too. */
export function isToldByHeader(sheet: Sheet): boolean {
  const header = sheet.rows[headerIndex(sheet)]
  return isToldBy(header?.cells.join(sheet.delimiter) ?? '')
}

/**
 * The sheet with other rows, such that its delimiter is still recognised: by the
 * first row, which may be another one now.
 */
export function keepDelimiter(before: Sheet, rows: SheetRow[]): Sheet {
  const sheet = { ...before, rows }
  const index = headerIndex(sheet)
  const header = rows[index]
  // What is blank is read with the usual one.
  if (header === undefined) return { ...sheet, delimiter: DELIMITERS[0] }
  const isSame = header.cells === before.rows[headerIndex(before)]?.cells
  if (isSame && isToldByHeader(sheet)) return sheet
  const { delimiter } = sheet
  if (header.cells.length === 1 && delimiter !== DELIMITERS[0]) {
    // A single column shows no delimiter, and is read with the usual one.
    if (sheetWidth(sheet) === 1) return rewrite(sheet, index, DELIMITERS[0])
    rows[index] = makeRow([...quoted(header.cells, delimiter), ''], header.end)
  } else rows[index] = makeRow(quoted(header.cells, delimiter), header.end)
  return sheet
}

/** The first row, with quotes around what could be taken for another delimiter. */
function quoted(cells: readonly string[], delimiter: string): string[] {
  return cells.map((before) => cellSource(cellValue(before), { delimiter, before, isHeader: true }))
}

function rewrite(sheet: Sheet, header: number, delimiter: string): Sheet {
  const rows = sheet.rows.map(({ cells, end }, index) => {
    const isHeader = index === header
    return makeRow(
      cells.map((before) => cellSource(cellValue(before), { delimiter, before, isHeader })),
      end,
    )
  })
  return { ...sheet, delimiter, rows }
}
