const QUOTE = 34
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

type Scanner = {
  /** Each cell, as offsets of its source. */
  onCell(start: number, end: number): void
  /**
   * The end of each row, as offsets of its line break (empty at the end of the text).
   * Scanning stops where it returns false.
   */
  onRow(start: number, end: number): boolean
}

/**
 * Finds the cells of delimited text (RFC 4180): a cell that begins with a quote may
 * hold delimiters, line breaks and doubled quotes. Rows end with `\n` or `\r\n`. It
 * never fails: a quote that is not closed ends at the end of the text. The time is
 * linear in the text.
 *
 * @param from where to begin, for texts with a byte order mark
 * @returns where scanning stopped
 */
export function scanCsv(text: string, from: number, delimiter: string, scanner: Scanner): number {
  const separator = delimiter.charCodeAt(0)
  const { length } = text
  let cellStart = from
  let index = from
  while (index < length) {
    if (index === cellStart && text.charCodeAt(index) === QUOTE) {
      const quote = closingQuote(text, index)
      index = quote === -1 ? length : quote + 1
      continue
    }
    const code = text.charCodeAt(index)
    if (code === separator) {
      scanner.onCell(cellStart, index)
      cellStart = index + 1
    } else if (code === LINE_FEED) {
      const isPair = index > cellStart && text.charCodeAt(index - 1) === CARRIAGE_RETURN
      const end = isPair ? index - 1 : index
      scanner.onCell(cellStart, end)
      cellStart = index + 1
      if (!scanner.onRow(end, cellStart)) return cellStart
    }
    index += 1
  }
  const isRowBegun = cellStart < length || text.charCodeAt(length - 1) === separator
  if (isRowBegun && length > from) {
    scanner.onCell(cellStart, length)
    scanner.onRow(length, length)
  }
  return length
}

/** Where the closing quote of a cell is that begins with a quote at `start`; -1 where there is none. */
export function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1)
  while (quote !== -1 && text.charCodeAt(quote + 1) === QUOTE) quote = text.indexOf('"', quote + 2)
  return quote
}
