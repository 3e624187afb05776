import { diffArrays } from 'diff'
import type { TextRange } from './text-range.ts'

/** A place where two contents differ: what stood there, and what stands there now. */
export type Change = { from: TextRange; to: TextRange }

type Bounds = {
  /** Milliseconds after which what is not compared yet counts as changed as a whole. */
  timeoutMs: number
}

/** Edits of a comparison at most: its time grows with their square. */
const MAX_EDITS = 2_000
/** Words that were put in or taken out of contents that are compared by words at once, at most. */
const FEW_EDITS = 300
/** Characters of both contents, without the lines that they begin and end with alike, that are compared at most. */
const MAX_CHARACTERS = 2_000_000
/** Characters of one changed passage that are compared by words at most. */
const MAX_PASSAGE = 200_000
/** Words of one changed passage that are compared at most. */
const MAX_WORDS = 20_000

/** Scripts that put no spaces between words. */
const UNSPACED = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script=${script}}`)
  .join('')

/**
 * A character of a script without spaces, a word, a run of spaces, or a single other
 * character. Every character belongs to one of them.
 */
const WORD = new RegExp(
  `[${UNSPACED}]|[\\p{L}\\p{N}\\p{M}_]+?(?=[${UNSPACED}])|[\\p{L}\\p{N}\\p{M}_]+|\\s+|[^]`,
  'gu',
)

/**
 * Lists where two contents differ, in their order. Contents that differ in few words
 * are compared by words, so that a changed line is not taken for another one that is
 * like it. Those that differ in more are compared by lines, and then by words in the
 * lines that differ: comparing whole texts by words takes minutes, so that a passage
 * that has too many of them counts as changed as a whole.
 */
export function listChanges(from: string, to: string, { timeoutMs }: Bounds): Change[] {
  if (from === to) return []
  const deadline = performance.now() + timeoutMs
  const differing = differingLines(from, to)
  const [before, after] = [textOf(from, differing.from), textOf(to, differing.to)]
  if (before.length + after.length > MAX_CHARACTERS) return [differing]
  const lines = trimmed(differing, {
    from: before.split(/(?<=\n)/),
    to: after.split(/(?<=\n)/),
  })
  const inWords = (passage: Change) => divideIntoWords(passage, from, to)
  const few = compare(inWords(lines.passage), { deadline, maxEdits: FEW_EDITS })
  if (few) return few
  const bounds = { deadline, maxEdits: MAX_EDITS }
  return (compare(lines, bounds) ?? [lines.passage]).flatMap((change) => {
    const words = inWords(change)
    return compare(words, bounds) ?? [words.passage]
  })
}

/** Divides a passage into words; leaves one of too many as it is. */
function divideIntoWords(passage: Change, from: string, to: string): Divided {
  const [before, after] = [textOf(from, passage.from), textOf(to, passage.to)]
  if (before.length + after.length > MAX_PASSAGE) return { passage, pieces: null }
  const words = { from: before.match(WORD) ?? [], to: after.match(WORD) ?? [] }
  if (words.from.length + words.to.length > MAX_WORDS) return { passage, pieces: null }
  return trimmed(passage, words)
}

/** The contents without the lines that they begin and end with alike. */
function differingLines(from: string, to: string): Change {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start += 1
  start = start === 0 ? 0 : from.lastIndexOf('\n', start - 1) + 1
  let same = 0
  const atEnd = (text: string) => text.charCodeAt(text.length - 1 - same)
  while (same < most - start && atEnd(from) === atEnd(to)) same += 1
  // Up to the beginning of a line.
  const lineEnd = from.indexOf('\n', from.length - same)
  same = lineEnd < 0 ? 0 : from.length - lineEnd - 1
  return { from: { start, end: from.length - same }, to: { start, end: to.length - same } }
}

type Pieces = { from: string[]; to: string[] }
/** A passage, and the pieces that its two texts consist of; null where they are too many. */
type Divided = { passage: Change; pieces: Pieces | null }

/** The changes within a passage; null when finding them takes too long. */
function compare(
  { passage, pieces }: Divided,
  { deadline, maxEdits }: { deadline: number; maxEdits: number },
): Change[] | null {
  if (!pieces) return null
  const { from, to } = pieces
  if (from.length === 0 && to.length === 0) return []
  if (from.length === 0 || to.length === 0) return [passage]
  const timeout = deadline - performance.now()
  if (timeout <= 0) return null
  const parts = diffArrays(from, to, { maxEditLength: maxEdits, timeout })
  if (!parts) return null
  let [fromAt, toAt] = [passage.from.start, passage.to.start]
  const changes: Change[] = []
  let open: Change | undefined
  for (const { value, added, removed } of parts) {
    const length = lengthOf(value)
    if (!added && !removed) {
      open = undefined
      fromAt += length
      toAt += length
      continue
    }
    if (!open) {
      open = { from: { start: fromAt, end: fromAt }, to: { start: toAt, end: toAt } }
      changes.push(open)
    }
    if (removed) open.from.end = fromAt += length
    else open.to.end = toAt += length
  }
  return changes
}

/** The passage without the pieces that its two texts begin and end with alike. */
function trimmed(passage: Change, { from, to }: Pieces): Divided {
  let before = 0
  while (before < from.length && before < to.length && from[before] === to[before]) before += 1
  let after = 0
  const most = Math.min(from.length, to.length) - before
  while (after < most && from[from.length - 1 - after] === to[to.length - 1 - after]) after += 1
  const head = lengthOf(from.slice(0, before))
  const tail = lengthOf(from.slice(from.length - after))
  const inner = ({ start, end }: TextRange) => ({ start: start + head, end: end - tail })
  return {
    passage: { from: inner(passage.from), to: inner(passage.to) },
    pieces: {
      from: from.slice(before, from.length - after),
      to: to.slice(before, to.length - after),
    },
  }
}

function lengthOf(pieces: string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

function textOf(content: string, { start, end }: TextRange): string {
  return content.slice(start, end)
}
