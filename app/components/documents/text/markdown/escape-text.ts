/** How a text is written: with the backslashes that it needs, or with all that might help. */
export type Escaping = 'needed' | 'all'

/** What stands around a text on its line; empty at the edges of the block's text. */
type Around = { before: string; after: string; inLink: boolean; inTable: boolean }

const WORD = /[\p{L}\p{N}]/u
const PUNCTUATION = /[!-/:-@[-`{-~]/
/** A bare address, which ends before white space or a tag; a backslash in it would be a part of it. */
const ADDRESS = /(?<![\p{L}\p{N}])(?:https?:\/\/|www\.)[^\s<]*/giu

/**
 * Puts a backslash before each character of a text that Markdown would take for a mark.
 */
export function escapeText(text: string, escaping: Escaping, around: Around): string {
  if (!PUNCTUATION.test(text)) return text
  const isAddressKept = escaping === 'needed' && !around.inLink
  const addresses = isAddressKept ? [...text.matchAll(ADDRESS)] : []
  let escaped = ''
  let addressEnd = 0
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (addresses[0]?.index === index) addressEnd = index + (addresses.shift()?.[0].length ?? 0)
    const isFree = index >= addressEnd || character === '|'
    if (isFree && PUNCTUATION.test(character) && isMark(character, index)) escaped += '\\'
    escaped += character
  }
  return escaped

  function isMark(character: string, index: number): boolean {
    if (character === '|') return around.inTable || escaping === 'all'
    if (escaping === 'all') return '\\`*_[]<>~$&!:@#'.includes(character)
    const before = text[index - 1] ?? around.before
    const after = text[index + 1] ?? around.after
    const rest = text.slice(index)
    switch (character) {
      case '\\':
        return after === '' || PUNCTUATION.test(after)
      case '`':
        return true
      case '*':
        return !(isSpace(before) && isSpace(after))
      case '_':
        if (WORD.test(before) && WORD.test(after)) return false
        return !(isSpace(before) && isSpace(after))
      case '~':
        return !(isSpace(before) && isSpace(after))
      case '[':
        return (
          around.inLink ||
          /^\[[^\]]*(?:\](?:[([:]|$)|$)/.test(rest) ||
          /^\[(?:\^|[ xX]\])/.test(rest)
        )
      case ']':
        return around.inLink
      case '<':
        return after === '' || /[a-z!?/]/i.test(after)
      case '&':
        return /^&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/i.test(rest)
      case '$':
        return !isSpace(after) && rest.indexOf('$', 1) > 0
      default:
        return false
    }
  }
}

function isSpace(character: string): boolean {
  return /\s/.test(character)
}

/** What would make a block of a line's beginning, up to the character that a backslash must stand before. */
const LINE_STARTS = [
  /^()#{1,6}(?:\s|$)/,
  /^()>/,
  /^()[-+*](?:\s|$)/,
  /^()(?:(?:-\s*){2,}|(?:_\s*){3,}|(?:\*\s*){3,}|=+\s*)$/,
  /^()~~~/,
  /^()\|/,
  /^()-/,
  /^()\$\$/,
  /^(\d{1,9})[.)](?:\s|$)/,
]

/** Puts a backslash into a line of text that would begin another kind of block. */
export function escapeLineStart(line: string): string {
  for (const pattern of LINE_STARTS) {
    const match = pattern.exec(line)
    if (!match) continue
    const at = match[1]?.length ?? 0
    return `${line.slice(0, at)}\\${line.slice(at)}`
  }
  return line
}
