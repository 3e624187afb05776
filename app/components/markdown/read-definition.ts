import { readAddress, skipSpace, titleEnd, unescapeMarks } from './link-target.ts'
import { normaliseLabel } from './markdown-tokens.ts'

/** Lines that a definition may take; more would be read again and again where there is none. */
const MAX_LINES = 8
const LABEL = /^ {0,3}\[((?:\\.|[^\][\\])+)\]:/s
const MAX_LABEL = 200

export type Definition = { label: string; href: string; end: number }

/**
 * Reads the definition of a reference that begins at a line (CommonMark, "Link
 * reference definitions"). Its title is left out. Footnotes are none.
 *
 * @returns the form in which its label is compared, its address, and the line behind it
 */
export function readDefinition(lines: string[], at: number): Definition | null {
  if (!/^ {0,3}\[/.test(lines[at] ?? '')) return null
  let last = at + 1
  while (last < lines.length && last - at < MAX_LINES && lines[last]?.trim()) last += 1
  const text = lines.slice(at, last).join('\n')
  const [start, label = ''] = text.match(LABEL) ?? []
  if (!start || label.length > MAX_LABEL || label.startsWith('^') || !label.trim()) return null
  const from = skipSpace(text, start.length)
  const address = readAddress(text, from)
  if (!address || address.end === from) return null
  const end = definitionEnd(text, address.end)
  if (end === null) return null
  const lineCount = text.slice(0, end).split('\n').length
  return {
    label: normaliseLabel(label),
    href: unescapeMarks(address.href),
    end: at + lineCount,
  }
}

/** Where a definition ends whose address ends at a place; null when other text stands behind it. */
function definitionEnd(text: string, addressEnd: number): number | null {
  const title = skipSpace(text, addressEnd)
  if (title > addressEnd) {
    const end = titleEnd(text, title)
    if (end > title && isLineEnd(text, end)) return end
  }
  return isLineEnd(text, addressEnd) ? addressEnd : null
}

function isLineEnd(text: string, at: number): boolean {
  let end = at
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end === text.length || text[end] === '\n'
}
