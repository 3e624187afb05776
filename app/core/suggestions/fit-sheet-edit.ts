import type { TextRange } from '../documents/anchors/text-range.ts'
import { cellSource } from '../documents/csv/cell-source.ts'
import { DELIMITERS, detectDelimiter } from '../documents/csv/detect-delimiter.ts'
import { closingQuote, scanCsv } from '../documents/csv/scan-csv.ts'

type SheetEdit = TextRange & { suggestedText: string }

/** What an edit touches, from the beginning of its first cell to the end of its last one. */
type Block = TextRange & { cells: number; isHeader: boolean; isWholeRows: boolean }

/**
 * Fits an edit into a sheet, so that the sheet stays one: a cell gets quotes where
 * its new text needs them, and rows keep their number of cells. The range grows to
 * whole cells where that is needed.
 *
 * @returns null where the edit would break the sheet
 */
export function fitSheetEdit(
  content: string,
  { start, end }: TextRange,
  suggestedText: string,
): SheetEdit | null {
  const delimiter = detectDelimiter(content)
  const block = findBlock(content, { start, end }, delimiter)
  if (!block) return null
  const source = content.slice(block.start, start) + suggestedText + content.slice(end, block.end)
  if (block.cells === 1) {
    if (isOneCell(source, delimiter) && !(block.isHeader && showsOther(source, delimiter))) {
      return { start, end, suggestedText }
    }
    const before = content.slice(block.start, block.end)
    const isWhole = start === block.start && end === block.end
    // The inside of a quoted cell is source already, in which quotes are doubled.
    const value = isWhole || !before.startsWith('"') ? source : withoutQuotes(source)
    const { isHeader } = block
    const fitted = cellSource(value, { delimiter, before, isHeader })
    return { start: block.start, end: block.end, suggestedText: fitted }
  }
  const isAll = block.start === 0 && block.end === content.trimEnd().length
  const old = widths(content.slice(block.start, block.end), delimiter)
  const now = widths(source, delimiter)
  return old && now && isSameShape(old, now, { isAll, isWholeRows: block.isWholeRows })
    ? { start, end, suggestedText }
    : null
}

function findBlock(content: string, range: TextRange, delimiter: string): Block | undefined {
  let [block, row, rowStart, first]: [Block | undefined, number, number, number] = [
    undefined,
    0,
    0,
    0,
  ]
  scanCsv(content, content.startsWith('\uFEFF') ? 1 : 0, delimiter, {
    onCell(start, end) {
      if (end < range.start || start > range.end) return
      // An edit that ends with a line break has nothing of the next row.
      if (start === range.end && start === rowStart && block) return
      if (!block) first = rowStart
      block ??= { start, end, cells: 0, isHeader: row === 0, isWholeRows: start === first }
      block.end = end
      block.cells += 1
    },
    onRow(start, end) {
      if (block && block.end !== start && range.end <= start) block.isWholeRows = false
      row += 1
      rowStart = end
      return end <= range.end
    },
  })
  return block
}

/** Whether the rows of a block may become these: they keep their number of cells. */
function isSameShape(
  old: number[],
  now: number[],
  { isAll, isWholeRows }: { isAll: boolean; isWholeRows: boolean },
): boolean {
  if (isAll) return now.every((width) => width === now[0])
  if (isWholeRows) return now.every((width) => old.includes(width))
  return now.length === old.length && now.every((width, row) => width === old[row])
}

/** How many cells each row has; null where a quote is not closed. */
function widths(source: string, delimiter: string): number[] | null {
  const rows: number[] = []
  let [cells, isOpen] = [0, false]
  scanCsv(source, 0, delimiter, {
    onCell(start, end) {
      cells += 1
      isOpen = !isClosed(source.slice(start, end))
    },
    onRow() {
      rows.push(cells)
      cells = 0
      return true
    },
  })
  return isOpen ? null : rows
}

function isOneCell(source: string, delimiter: string): boolean {
  const [width = 1, ...others] = widths(source, delimiter) ?? [0]
  return width === 1 && others.length === 0 && !/[\r\n]$/.test(source)
}

function isClosed(source: string): boolean {
  if (!source.startsWith('"')) return true
  return closingQuote(source, 0) === source.length - 1
}

function showsOther(source: string, delimiter: string): boolean {
  return !source.startsWith('"') && DELIMITERS.some((d) => d !== delimiter && source.includes(d))
}

function withoutQuotes(source: string): string {
  return source.slice(1, source.endsWith('"') ? -1 : undefined).replaceAll('""', '"')
}
