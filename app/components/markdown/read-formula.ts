/** What may follow a formula as a part of the same word: `$n$th`. */
const ORDINAL = /(?:th|st|nd|rd|s)(?![\p{L}\p{N}])/uy

export type Formula = { end: number; text: string; display: boolean }

/** A formula says something; only marks with backslashes before them are a text that shows marks. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

/**
 * Finds formulas in a line: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`. A `$` that is money
 * begins none: a formula has no blank inside its dollars, and no letter or digit outside
 * of them. Looking for an end goes on where the last search has stopped.
 */
export function createFormulas(text: string) {
  /** Where the next end of each kind stands, as far as it has been looked for. */
  const ends = new Map<string, number>()
  /** The ends before which nothing is said. */
  const emptyEnds = new Map<string, number>()

  /** The place of a mark at or behind a position, that no backslash stands before; the end of the text without one. */
  function next(mark: string, from: number): number {
    let place = ends.get(mark) ?? -1
    if (place >= from) return place
    place = text.indexOf(mark, from)
    while (place > 0 && hasBackslash(text, place)) place = text.indexOf(mark, place + 1)
    if (place < 0) place = text.length
    ends.set(mark, place)
    return place
  }

  function formula(from: number, mark: string, display: boolean): Formula | null {
    const close = next(mark, from)
    if (close >= text.length || emptyEnds.get(mark) === close) return null
    const content = text.slice(from, close)
    if (!SAYS_SOMETHING.test(content)) {
      emptyEnds.set(mark, close)
      return null
    }
    return { end: close + mark.length, text: content.trim(), display }
  }

  return {
    /** The formula that begins with the backslash of `\(` or `\[`. */
    atBackslash(at: number): Formula | null {
      return text[at + 1] === '(' ? formula(at + 2, '\\)', false) : formula(at + 2, '\\]', true)
    },

    /** The formula that begins with a `$`. */
    atDollar(at: number): Formula | null {
      if (text[at + 1] === '$') {
        return text[at + 2] === '$' ? null : formula(at + 2, '$$', true)
      }
      if (isWordAt(text, at - 1) || !/\S/.test(text[at + 1] ?? '')) return null
      const close = next('$', at + 1)
      if (/\s/.test(text[close - 1] ?? '') || text[close + 1] === '$') return null
      ORDINAL.lastIndex = close + 1
      if (isWordAt(text, close + 1) && !ORDINAL.test(text)) return null
      const found = formula(at + 1, '$', false)
      // The names of variables may stand in code.
      return found?.text.includes('`') ? null : found
    },
  }
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at] ?? '')
}

/** Whether a backslash stands before a mark that is not itself behind one. */
function hasBackslash(text: string, at: number): boolean {
  let count = 0
  while (text[at - 1 - count] === '\\') count += 1
  return count % 2 === 1
}
