import katex from 'katex'
import { MAX_FORMULA } from './markdown-bounds.ts'

/** Commands of a formula that stand for other ones. */
const MAX_EXPAND = 250
/** The largest size in em that a formula may ask for. */
const MAX_SIZE = 20
/** Characters of formulas and their MathML that are kept. */
const KEPT_CHARACTERS = 2_000_000

/** Definitions can make a short formula a very long one. What models write has none. */
const DEFINITION = /\\(?:[gex]?def|(?:re)?newcommand|providecommand|let|futurelet)(?![a-z])/i

/** The tags that MathML has for formulas, and no others: HTML in a formula is not its business. */
const TAGS = /<(?!\/?(?:semantics|annotation|m[a-z]+)\b)/
/** Attributes that lead somewhere or run something. None are written, since nothing is trusted. */
const ACTIVE = /<[^>]*\s(?:href|src|xlink:href|on[a-z]+)=/i

/** How far a formula may move what is in it, in em: a mark over another one, but not over what is around it. */
const MOST_MOVED = 10
/** Lengths that move something: blanks of less than nothing, and up or down. */
const MOVES = /(?:(?:width|lspace)="-|voffset="-?)([\d.]+)em"/g

const kept = new Map<string, string | null>()
let keptCharacters = 0

/**
 * A formula as MathML, which holds its source as an annotation.
 *
 * @returns null when it is no formula, or too long; its source is shown then
 */
export function formulaHtml(source: string, display: boolean): string | null {
  if (source.length > MAX_FORMULA || DEFINITION.test(source)) return null
  const key = `${display ? 'D' : 'T'}${source}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const html = render(source, display)
  const weight = key.length + (html?.length ?? 0)
  keptCharacters += weight
  if (keptCharacters > KEPT_CHARACTERS) {
    kept.clear()
    keptCharacters = weight
  }
  kept.set(key, html)
  return html
}

function render(source: string, displayMode: boolean): string | null {
  try {
    const html = katex.renderToString(source, {
      displayMode,
      output: 'mathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: MAX_EXPAND,
      maxSize: MAX_SIZE,
    })
    const [math] = html.match(/<math.*<\/math>/s) ?? []
    if (!math || TAGS.test(math) || ACTIVE.test(math) || movesFar(math)) return null
    // The page's policy allows styles of elements, that of the live page does not.
    return math
      .replace(/ style="[^"]*"/g, '')
      .replace(' xmlns="http://www.w3.org/1998/Math/MathML"', '')
  } catch {
    // No formula, or one nested too deeply.
    return null
  }
}

function movesFar(math: string): boolean {
  let sum = 0
  for (const [, length] of math.matchAll(MOVES)) sum += Number(length)
  return sum > MOST_MOVED
}
