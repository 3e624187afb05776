/** What may stand between the cells of a sheet, the usual one first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const

/** Rows and characters that are looked at. */
const MAX_ROWS = 10
const MAX_CHARACTERS = 65_536

/**
 * Which delimiter a sheet has: the one that its first row has most of, outside of
 * quotes; where two are equal, the one that the next rows have most of. Where the
 * first row decides alone, editing the others never changes the delimiter.
 */
export function detectDelimiter(content: string): string {
  const rows = countDelimiters(content)
  for (let seen = 0; seen < rows.length; seen += 1) {
    const sums = DELIMITERS.map((_, which) => sum(rows.slice(0, seen + 1), which))
    const most = Math.max(...sums)
    const best = DELIMITERS.filter((_, which) => sums[which] === most)
    // None in the first row: there is one column.
    if (most === 0) return DELIMITERS[0]
    if (best.length === 1 || seen === rows.length - 1) return best[0] ?? DELIMITERS[0]
  }
  return DELIMITERS[0]
}

/** Whether the first row alone tells the delimiter, so that no other row can change it. */
export function isToldBy(firstRow: string): boolean {
  const [counts = []] = countDelimiters(firstRow)
  const most = Math.max(0, ...counts)
  return most === 0 || counts.filter((count) => count === most).length === 1
}

function sum(rows: readonly number[][], which: number): number {
  return rows.reduce((total, counts) => total + (counts[which] ?? 0), 0)
}

/** How often each delimiter occurs in each of the first rows that are not blank. */
function countDelimiters(content: string): number[][] {
  const rows: number[][] = []
  let counts = DELIMITERS.map(() => 0)
  let isBlank = true
  let isCellStart = true
  let quoted = false
  const end = Math.min(content.length, MAX_CHARACTERS)
  for (let index = content.startsWith('\uFEFF') ? 1 : 0; index < end; index += 1) {
    const character = content.charAt(index)
    if (quoted) {
      if (character === '"' && content[index + 1] === '"') index += 1
      else if (character === '"') quoted = false
      continue
    }
    const which = DELIMITERS.indexOf(character as (typeof DELIMITERS)[number])
    if (character === '\n') {
      if (!isBlank) rows.push(counts)
      if (rows.length === MAX_ROWS) return rows
      counts = DELIMITERS.map(() => 0)
      isBlank = true
    } else if (which !== -1) counts[which] = (counts[which] ?? 0) + 1
    else if (character === '"' && isCellStart) quoted = true
    const isLineEnd = character === '\n' || (character === '\r' && content[index + 1] === '\n')
    if (!isLineEnd) isBlank = false
    isCellStart = which !== -1 || character === '\n'
  }
  if (!isBlank) rows.push(counts)
  return rows
}
