import { DELIMITERS } from './detect-delimiter.ts'
import { closingQuote } from './scan-csv.ts'

const QUOTE = 34
const BYTE_ORDER_MARK = '\uFEFF'

/** The value of a cell: its source without quotes. */
export function cellValue(source: string): string {
  if (!isQuoted(source)) return source
  const quote = closingQuote(source, 0)
  const inner = quote === -1 ? source.slice(1) : source.slice(1, quote)
  const value = inner.includes('"') ? inner.replaceAll('""', '"') : inner
  // What stands after the closing quote belongs to the value, as it does in most readers.
  return quote === -1 ? value : value + source.slice(quote + 1)
}

/** How a value is written, with quotes where it needs them or where the cell had them before. */
export function cellSource(
  value: string,
  { delimiter, before = '', isHeader = false }: SourceOptions,
): string {
  const quotes = isQuoted(before) || needsQuotes(value, delimiter, isHeader)
  return quotes ? `"${value.replaceAll('"', '""')}"` : value
}

type SourceOptions = {
  delimiter: string
  /** What the cell held before. */
  before?: string
  /** Whether the delimiter is recognised by this row, whose cells then show no other one. */
  isHeader?: boolean
}

function needsQuotes(value: string, delimiter: string, isHeader: boolean): boolean {
  return (
    value.includes(delimiter) ||
    isQuoted(value) ||
    value.includes('\n') ||
    value.includes('\r') ||
    value.startsWith(BYTE_ORDER_MARK) ||
    (isHeader && DELIMITERS.some((other) => value.includes(other)))
  )
}

/** The cells of a row such that a text may begin with it, where a byte order mark is no part of the text. */
export function beginFirst(cells: readonly string[]): readonly string[] {
  const [first = '', ...others] = cells
  if (!first.startsWith(BYTE_ORDER_MARK)) return cells
  return [`"${first.replaceAll('"', '""')}"`, ...others]
}

/** The cells of a row with the last one such that more may follow it: an open quote is closed. */
export function closeLast(cells: readonly string[]): readonly string[] {
  const last = cells.at(-1) ?? ''
  if (!isQuoted(last) || closingQuote(last, 0) !== -1) return cells
  return [...cells.slice(0, -1), `${last}"`]
}

/** The same where a line break follows, of which a carriage return at the end would become a part. */
export function endLast(cells: readonly string[]): readonly string[] {
  const last = cells.at(-1) ?? ''
  const isOpen = isQuoted(last) && closingQuote(last, 0) === -1
  if (isOpen || !last.endsWith('\r')) return closeLast(cells)
  return [...cells.slice(0, -1), `"${cellValue(last).replaceAll('"', '""')}"`]
}

function isQuoted(source: string): boolean {
  return source.charCodeAt(0) === QUOTE
}
