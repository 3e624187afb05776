import { type Change, listChanges } from './list-changes.ts'
import type { TextRange } from './text-range.ts'

/** Says where a part of a content is in another; null when it is not there any more. */
type RangeMap = (range: TextRange) => TextRange | null

/** Comparing two contents takes this long at most; what was not compared then is looked for. */
const COMPARE_MS = 60

/** To look for parts that were moved takes about this long at most; the others are not looked for. */
const SEARCH_MS = 60

/** Characters in which a moved part is looked for at most: one search of a longer content could take a second. */
const MOST_SEARCHED = 2_000_000

/**
 * Compares a stored content with the present one, and gives a function that maps
 * parts of the former to the latter. A part keeps its place however the text
 * around it has changed, also where the same words stand several times. A part is
 * mapped to exactly its own text, or it is gone.
 */
export function mapRanges(from: string, to: string, timeoutMs = COMPARE_MS): RangeMap {
  let changes: Change[] | undefined
  let searchMs = from.length + to.length > MOST_SEARCHED ? 0 : SEARCH_MS
  return (range) => {
    if (from === to) return range
    changes ??= listChanges(from, to, { timeoutMs })
    const kept = keptPlace(range, from, to, changes)
    if (kept || searchMs <= 0) return kept
    const begun = performance.now()
    const moved = movedPlace(range, from, to)
    searchMs -= performance.now() - begun
    return moved
  }
}

/**
 * The place of a part in which nothing was changed. It is found by its first and
 * last word: of the spaces around words, several are alike.
 */
function keptPlace(
  { start, end }: TextRange,
  from: string,
  to: string,
  changes: Change[],
): TextRange | null {
  const quote = from.slice(start, end)
  const core = quote.trim()
  if (core === '') return null
  const spaces = quote.length - quote.trimStart().length
  const at = shiftOf(start + spaces, start + spaces + core.length, changes)
  if (at === null) return null
  const place = { start: start + at, end: end + at }
  return place.start >= 0 && to.slice(place.start, place.end) === quote ? place : null
}

/** By how much a part that no change touches is further on now; null when one does. */
function shiftOf(start: number, end: number, changes: Change[]): number | null {
  let shift = 0
  for (const { from, to } of changes) {
    if (from.end <= start) shift = to.end - from.end
    else if (from.start < end) return null
    else break
  }
  return shift
}

/** The place of a part that was moved: it stood at one place only, and does so now. */
function movedPlace({ start, end }: TextRange, from: string, to: string): TextRange | null {
  const quote = from.slice(start, end)
  if (quote.trim().length < MOVED_LENGTH || onlyPlaceOf(quote, from) !== start) return null
  const at = onlyPlaceOf(quote, to)
  return at < 0 ? null : { start: at, end: at + quote.length }
}

/** A shorter text that is elsewhere now is more likely another one. */
const MOVED_LENGTH = 12

function onlyPlaceOf(text: string, content: string): number {
  const at = content.indexOf(text)
  return at >= 0 && content.indexOf(text, at + 1) < 0 ? at : -1
}
