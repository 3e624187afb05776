import { cellSource, cellValue } from './cell-source.ts'
import { DELIMITERS } from './detect-delimiter.ts'
import { headerIndex, sheetWidth } from './edit-cells.ts'
import { makeRow, type Sheet, type SheetRow } from './parse-sheet.ts'

/**
 * The sheet with other rows, such that its delimiter is still recognised: by the
 * first row, which may be another one now.
 */
export function keepDelimiter(before: Sheet, rows: SheetRow[]): Sheet {
  const sheet = { ...before, rows }
  const index = headerIndex(sheet)
  const header = rows[index]
  if (header === undefined || header.cells === before.rows[headerIndex(before)]?.cells) return sheet
  const { delimiter } = sheet
  if (header.cells.length === 1 && delimiter !== DELIMITERS[0]) {
    // A single column shows no delimiter, and is read with the usual one.
    if (sheetWidth(sheet) === 1) return rewrite(sheet, DELIMITERS[0])
    rows[index] = makeRow([...quoted(header.cells, delimiter), ''], header.end)
  } else rows[index] = makeRow(quoted(header.cells, delimiter), header.end)
  return sheet
}

/** The first row, with quotes around what could be taken for another delimiter. */
function quoted(cells: readonly string[], delimiter: string): string[] {
  return cells.map((source) =>
    source.startsWith('"') ? source : cellSource(source, { delimiter, isHeader: true }),
  )
}

function rewrite(sheet: Sheet, delimiter: string): Sheet {
  const rows = sheet.rows.map(({ cells, end }, index) => {
    const isHeader = index === headerIndex(sheet)
    return makeRow(
      cells.map((before) => cellSource(cellValue(before), { delimiter, before, isHeader })),
      end,
    )
  })
  return { ...sheet, delimiter, rows }
}
