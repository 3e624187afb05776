/** Where each character of a text stands in the source that it was taken from. */
export type Place = { text: string; at: (index: number) => number }

/** The source range of each unit (a character, or a leaf such as an image) of what was read, in order. */
export type Units = { from: number[]; to: number[]; isExact: boolean }

/** Where the source of what is read stands; `place` is null where that cannot be told. */
export type BlockCursor = { place: Place | null; units: Units } | null

export function newUnits(): Units {
  return { from: [], to: [], isExact: true }
}

export function wholePlace(text: string): Place {
  return { text, at: (index) => index }
}

/** A part of a place. */
export function partOf(place: Place, start: number, length: number): Place {
  return {
    text: place.text.slice(start, start + length),
    at: (index) => place.at(start + index),
  }
}

/**
 * The place of a text whose lines stand within the lines of another one: without
 * the marks of a quote or list, and with other indentation. Null when they do not.
 */
export function linesWithin(place: Place, text: string): Place | null {
  const inner = text.replace(/\n+$/, '').split('\n')
  const outer = place.text.split('\n')
  for (let skipped = 0; skipped <= 2 && skipped + inner.length <= outer.length; skipped += 1) {
    const found = alignLines(outer, inner, skipped)
    if (found) {
      const last = found.at(-1) ?? 0
      return { text, at: (index) => place.at(found[index] ?? last + 1) }
    }
  }
  return null
}

function alignLines(outer: string[], inner: string[], skipped: number): number[] | null {
  const offsets: number[] = []
  let start = 0
  for (const line of outer.slice(0, skipped)) start += line.length + 1
  for (const [index, line] of inner.entries()) {
    const around = outer[skipped + index] ?? ''
    const trimmed = line.trimStart()
    const at = lastPlaceOf(around, trimmed)
    if (at < 0) return null
    const indent = line.length - trimmed.length
    for (let column = 0; column < line.length; column += 1) {
      offsets.push(start + Math.max(0, at + column - indent))
    }
    start += around.length + 1
    offsets.push(start - 1)
  }
  return offsets
}

/** Where a line ends with another one, but for white space. */
function lastPlaceOf(around: string, line: string): number {
  if (around.endsWith(line)) return around.length - line.length
  const trimmed = line.trimEnd()
  const end = around.trimEnd()
  return end.endsWith(trimmed) ? end.length - trimmed.length : -1
}
