import { interruptsParagraph, isBlank } from './line-starts.ts'
import { type Block, type CellAlign, unreadText } from './markdown-tokens.ts'

/**
 * Reads the table that begins at a line.
 *
 * @param maxRows rows to read at most, its header included
 * @returns null when no table begins there
 */
export function readTable(
  lines: string[],
  at: number,
  maxRows = Number.POSITIVE_INFINITY,
): { block: Block; end: number } | null {
  const header = lines[at] ?? ''
  const align = tableAlign(header, lines[at + 1])
  if (!align) return null
  const rows = [splitRow(header)]
  let end = at + 2
  while (end < lines.length && rows.length < maxRows) {
    const line = lines[end] ?? ''
    if (isBlank(line) || interruptsParagraph(line)) break
    rows.push(splitRow(line).slice(0, align.length))
    end += 1
  }
  return { block: { type: 'table', align, rows: rows.map((cells) => cells.map(unreadText)) }, end }
}

/** The alignments of the columns that a delimiter row gives; null for any other line. */
function tableAlign(header: string, delimiter: string | undefined): CellAlign[] | null {
  if (delimiter === undefined || !header.includes('|') || !delimiter.includes('-')) return null
  if (!/^[\s|:-]+$/.test(delimiter)) return null
  const cells = splitRow(delimiter)
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return null
  if (splitRow(header).length !== cells.length) return null
  return cells.map((cell) => {
    if (cell.endsWith(':')) return cell.startsWith(':') ? 'center' : 'right'
    return cell.startsWith(':') ? 'left' : null
  })
}

/** The cells of a row. A `|` with a backslash before it belongs to its cell. */
function splitRow(line: string): string[] {
  const row = line.trim()
  const cells: string[] = []
  let cell = ''
  let from = row.startsWith('|') ? 1 : 0
  for (let at = from; at < row.length; at += 1) {
    if (row[at] === '\\') {
      // The backslash is dropped where it stands for the table, and kept for the text.
      if (row[at + 1] === '|') {
        cell += row.slice(from, at)
        from = at + 1
      }
      at += 1
    } else if (row[at] === '|') {
      cells.push((cell + row.slice(from, at)).trim())
      cell = ''
      from = at + 1
    }
  }
  const last = (cell + row.slice(from)).trim()
  if (last !== '' || !row.endsWith('|')) cells.push(last)
  return cells
}
