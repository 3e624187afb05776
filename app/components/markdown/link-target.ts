import { decodeEntities } from './decode-entities.ts'

/** Deeper parentheses end the address, so that a failed link costs little. */
const MAX_PARENTHESES = 32

/**
 * Reads `(address "title")` behind the text of a link. The title is left out.
 *
 * @returns the address and where the link ends; null when there is no link
 */
export function linkTarget(text: string, at: number): { href: string; end: number } | null {
  if (text[at] !== '(') return null
  const address = readAddress(text, skipSpace(text, at + 1))
  if (!address) return null
  let end = skipSpace(text, address.end)
  if (end > address.end) end = skipSpace(text, titleEnd(text, end))
  if (text[end] !== ')') return null
  return { href: unescapeMarks(address.href), end: end + 1 }
}

/** Reads the address of a link, with or without `<>`; gives it as it is written, and where it ends. */
export function readAddress(text: string, at: number): { href: string; end: number } | null {
  return text[at] === '<' ? bracketed(text, at) : bare(text, at)
}

function bracketed(text: string, at: number) {
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1
    else if (text[end] === '>') return { href: text.slice(at + 1, end), end: end + 1 }
    else if (text[end] === '<' || text[end] === '\n') return null
  }
  return null
}

function bare(text: string, at: number) {
  let depth = 0
  let end = at
  for (; end < text.length; end += 1) {
    const character = text[end] ?? ''
    if (character === '\\') end += 1
    else if (character <= ' ') break
    else if (character === '(') {
      depth += 1
      if (depth > MAX_PARENTHESES) return null
    } else if (character === ')') {
      if (depth === 0) break
      depth -= 1
    }
  }
  return depth === 0 ? { href: text.slice(at, end), end } : null
}

/** Where the title that begins at a place ends; the same place when none begins there. */
export function titleEnd(text: string, at: number): number {
  const open = text[at] ?? ''
  if (open !== '"' && open !== "'" && open !== '(') return at
  const close = open === '(' ? ')' : open
  for (let end = at + 1; end < text.length; end += 1) {
    if (text[end] === '\\') end += 1
    else if (text[end] === close) return end + 1
    else if (text[end] === '(' && open === '(') return at
  }
  return at
}

export function skipSpace(text: string, at: number): number {
  let end = at
  while (text[end] === ' ' || text[end] === '\t' || text[end] === '\n') end += 1
  return end
}

/** Takes away the backslashes before marks, and decodes character references. */
export function unescapeMarks(text: string): string {
  return decodeEntities(text.replace(/\\([!-/:-@[-`{-~])/g, '$1'))
}
