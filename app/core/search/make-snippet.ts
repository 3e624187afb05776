import type { SnippetPiece } from './search-schema.ts'

/** Characters that a snippet shows, and of these before the first match. */
const SHOWN = 180
const BEFORE = 50
/** Matches that are weighed against each other. */
const MOST_MATCHES = 200

/**
 * Makes the pattern that finds the words of a search in a text: whole words in any
 * case, and the last one also as the beginning of a longer one, as the search does.
 *
 * @returns null when nothing is to be found (all words are excluded)
 */
export function wordPattern(typed: string): RegExp | null {
  const included = typed.replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ').replace(/(^|\s)or(?=\s|$)/gi, ' ')
  const words = included.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []
  const last = words.at(-1)
  if (last === undefined) return null
  const isWhole = /"\s*$/.test(included)
  // Longer words first, so that none is found as the beginning of another.
  const whole = [...new Set(isWhole ? words : words.slice(0, -1))].sort(
    (a, b) => b.length - a.length,
  )
  const alternatives = [
    ...whole.map((word) => `${word}(?![\\p{L}\\p{N}])`),
    ...(isWhole ? [] : [`${last}[\\p{L}\\p{N}\\p{M}]{0,40}`]),
  ]
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})`, 'giu')
}

/**
 * Cuts out of a text the place that holds most of the words that were looked for.
 *
 * @param text bounded by the caller
 * @param pattern of {@link wordPattern}
 * @returns one piece after the other; the beginning of the text where none of the words is in it
 */
export function makeSnippet(text: string, pattern: RegExp | null): SnippetPiece[] {
  const matches = pattern ? firstMatches(text, pattern) : []
  const start = startOf(text, matches)
  const end = wholeCharacter(text, Math.min(text.length, start + SHOWN))
  const pieces: SnippetPiece[] = []
  let at = start
  function add(to: number, match: boolean) {
    const piece = text.slice(at, to).replace(/\s+/g, ' ').toWellFormed()
    if (piece !== '') pieces.push({ text: piece, match })
    at = to
  }
  for (const match of matches) {
    const to = match.index + match[0].length
    if (match.index < start || to > end) continue
    add(match.index, false)
    add(to, true)
  }
  add(end, false)
  const [first] = pieces
  const last = pieces.at(-1)
  if (start > 0 && first) first.text = `…${first.text.trimStart()}`
  if (end < text.length && last) last.text = `${last.text.trimEnd()}…`
  return pieces
}

function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  for (const match of text.matchAll(pattern)) {
    matches.push(match)
    if (matches.length >= MOST_MATCHES) break
  }
  return matches
}

/** Where the snippet begins: at a word, a little before the match that has most others behind it. */
function startOf(text: string, matches: RegExpExecArray[]): number {
  let best = matches[0]
  let most = 0
  for (const [index, match] of matches.entries()) {
    const words = new Set<string>()
    for (const other of matches.slice(index)) {
      if (other.index + other[0].length > match.index + SHOWN - BEFORE) break
      words.add(other[0].toLowerCase())
    }
    if (words.size > most) {
      most = words.size
      best = match
    }
  }
  if (!best || best.index <= BEFORE) return 0
  const from = wholeCharacter(text, best.index - BEFORE)
  const space = text.slice(from, best.index).search(/\s/)
  return space < 0 ? from : from + space + 1
}

/** A place in a text, or the one before it where that would divide a character. */
function wholeCharacter(text: string, at: number): number {
  const isWithin = at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff
  return isWithin ? at - 1 : at
}
