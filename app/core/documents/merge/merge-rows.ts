import { detectDelimiter } from '../csv/detect-delimiter.ts'
import { scanCsv } from '../csv/scan-csv.ts'
import { MOST_LINES } from '../many-lines.ts'
import { mergeLineByLine, mergeWithLastLineEnd } from './merge-line-by-line.ts'
import { type Grain, mergeTokens, type Texts } from './merge-tokens.ts'
import { joinPieces, type Merged } from './merged.ts'

/** Characters of all three sheets together; beyond, all of it is one conflict. */
const MOST_CHARACTERS = 12 * 1024 * 1024

/**
 * Merges three sheets by rows, and by cells where both have changed the same rows. A
 * row is what CSV calls one: its quoted cells may hold line breaks.
 */
export function mergeRows(texts: Texts): Merged {
  const { base, ours, theirs } = texts
  if (base.length + ours.length + theirs.length > MOST_CHARACTERS) return joinPieces([texts])
  const delimiter = detectDelimiter(base || ours)
  const grain = cellGrain(delimiter)
  return mergeWithLastLineEnd(texts, (ended) => {
    const rowsOf = (of: keyof Texts) => readRows(ended[of], delimiter)
    const rows = { base: rowsOf('base'), ours: rowsOf('ours'), theirs: rowsOf('theirs') }
    return joinPieces(
      mergeLineByLine(rows, (touched, budget) => mergeTokens(touched, grain, budget)),
    )
  })
}

/** The rows with their line ends: together they are the text. What is too many of them is one. */
function readRows(text: string, delimiter: string): string[] {
  const rows: string[] = []
  let start = 0
  scanCsv(text, afterByteOrderMark(text), delimiter, {
    onCell: () => {},
    onRow(_, end) {
      rows.push(text.slice(start, end))
      start = end
      return rows.length <= MOST_LINES
    },
  })
  if (start < text.length) rows.push(text.slice(start))
  return rows
}

/** Cells as they are written, and the delimiters and line ends between them. */
function cellGrain(delimiter: string): Grain {
  return {
    tokensOf(text) {
      const tokens: string[] = []
      let end = 0
      const push = (from: number, to: number) => {
        if (to > from) tokens.push(text.slice(from, to))
        end = to
      }
      scanCsv(text, afterByteOrderMark(text), delimiter, {
        onCell(from, to) {
          push(end, from)
          push(from, to)
        },
        onRow(from, to) {
          push(from, to)
          return true
        },
      })
      push(end, text.length)
      return tokens
    },
    isLineEnd: (token) => token === '\n' || token === '\r\n',
    isSeparating: () => true,
  }
}

function afterByteOrderMark(text: string): number {
  return text.startsWith('\uFEFF') ? 1 : 0
}
