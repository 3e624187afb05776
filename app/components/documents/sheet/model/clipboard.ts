import { closingQuote } from '#core/documents/csv/scan-csv.ts'

const LINE_BREAK = /\r\n|\r|\n/g

/**
 * The cells of a text that a spreadsheet has put on the clipboard: rows are lines,
 * cells stand between tabs, and a cell that holds either is quoted.
 */
export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]]
  let index = 0
  // The last line ends as the others do, in what most spreadsheets write.
  const end = text.endsWith('\r\n') ? text.length - 2 : text.length - (/[\r\n]$/.test(text) ? 1 : 0)
  for (;;) {
    const quoted = readQuoted(text, index, end)
    const stop = quoted?.end ?? nextBreak(text, index, end)
    rows.at(-1)?.push(quoted?.value ?? text.slice(index, stop))
    if (stop >= end) return rows
    if (text[stop] !== '\t') rows.push([])
    index = stop + (text.startsWith('\r\n', stop) ? 2 : 1)
  }
}

/** Cells as spreadsheets exchange them: see {@link parseClipboard}, which reads the same cells again. */
export function writeClipboard(rows: readonly (readonly string[])[]): string {
  const text = rows.map((row) => row.map(writeCell).join('\t')).join('\n')
  const last = rows.at(-1)
  // Without it, a last row that is empty would be the line break of the row before.
  return last?.length === 1 && last[0] === '' ? `${text}\n` : text
}

function writeCell(value: string): string {
  return /^"|[\t\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value
}

/** A cell in quotes; null where the quotes are a part of what it holds. */
function readQuoted(text: string, start: number, end: number) {
  if (text[start] !== '"') return null
  const quote = closingQuote(text, start)
  if (quote === -1) return null
  const after = quote + 1
  if (after < end && !'\t\r\n'.includes(text.charAt(after))) return null
  return { value: text.slice(start + 1, quote).replaceAll('""', '"'), end: after }
}

function nextBreak(text: string, start: number, end: number): number {
  for (let index = start; index < end; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 9 || code === 10 || code === 13) return index
  }
  return end
}

/** A text on one line, for where only one fits. */
export function onOneLine(value: string): string {
  return value.replace(LINE_BREAK, ' ↵ ')
}
