import { diffArrays } from 'diff'
import { uniqueAnchors } from '../unique-anchors.ts'

/** What replaces a stretch of one sequence in another, by indexes; either may be empty. */
export type Hunk = { start: number; end: number; otherStart: number; otherEnd: number }

/** What remains of the work that a merge may cause; shared by all its alignments. */
export type Budget = { steps: number }

/** What a merge may cost: some tens of milliseconds. */
const MOST_STEPS = 120_000

export function createBudget(): Budget {
  return { steps: MOST_STEPS }
}

/** Insertions and deletions that are looked for before a stretch counts as changed as a whole. */
const MOST_EDITS = 200

/** What it costs to compare two stretches, however short they are. */
const STEPS_OF_CALL = 10

/**
 * Finds what differs between two sequences. The work is bounded: beyond it, a
 * longer stretch than necessary is said to differ, never a shorter one.
 */
export function alignSequences(base: string[], other: string[], budget: Budget): Hunk[] {
  const range = trimmed(base, other)
  const hunks = alignExactly(base, other, range, budget)
  if (hunks) return hunks
  return betweenAnchors(base, other, range).flatMap(
    (gap) => alignExactly(base, other, gap, budget) ?? [gap],
  )
}

/** The stretch between what both begin and end with. */
function trimmed(base: string[], other: string[]): Hunk {
  const shorter = Math.min(base.length, other.length)
  let start = 0
  while (start < shorter && base[start] === other[start]) start += 1
  let tail = 0
  while (
    tail < shorter - start &&
    base[base.length - 1 - tail] === other[other.length - 1 - tail]
  ) {
    tail += 1
  }
  return {
    start,
    end: base.length - tail,
    otherStart: start,
    otherEnd: other.length - tail,
  }
}

/** The shortest list of changes; null when finding it takes too long. */
function alignExactly(base: string[], other: string[], range: Hunk, budget: Budget): Hunk[] | null {
  const length = range.end - range.start
  const otherLength = range.otherEnd - range.otherStart
  if (length === 0 && otherLength === 0) return []
  if (length === 0 || otherLength === 0) return [range]
  // One item that became another: a text of thousands of changed lines has as many of these.
  if (length === 1 && otherLength === 1) {
    return base[range.start] === other[range.otherStart] ? [] : [range]
  }
  const edits = Math.min(
    MOST_EDITS,
    length + otherLength,
    Math.floor(Math.sqrt(Math.max(0, budget.steps))),
  )
  if (edits < 2) return null
  const changes = diffArrays(
    base.slice(range.start, range.end),
    other.slice(range.otherStart, range.otherEnd),
    { maxEditLength: edits },
  )
  const made = changes
    ? changes.reduce((sum, { added, removed, count }) => sum + (added || removed ? count : 0), 0)
    : edits
  budget.steps -= Math.min(made, edits) ** 2 + STEPS_OF_CALL
  return changes ? toHunks(changes, range) : null
}

function toHunks(
  changes: { count: number; added: boolean; removed: boolean }[],
  { start, otherStart }: Hunk,
): Hunk[] {
  const hunks: Hunk[] = []
  let at = start
  let otherAt = otherStart
  for (const { count, added, removed } of changes) {
    const last = hunks.at(-1)
    const isSame = !added && !removed
    if (!isSame && !(last?.end === at && last.otherEnd === otherAt)) {
      hunks.push({ start: at, end: at, otherStart: otherAt, otherEnd: otherAt })
    }
    const hunk = hunks.at(-1)
    if (!added) at += count
    if (!removed) otherAt += count
    if (hunk && !isSame) {
      hunk.end = at
      hunk.otherEnd = otherAt
    }
  }
  return hunks
}

/**
 * The gaps between items that occur once in either and in the same order, which
 * are taken for the same (as in a patience diff): `n log n`.
 */
function betweenAnchors(base: string[], other: string[], range: Hunk): Hunk[] {
  const anchors = uniqueAnchors(
    { from: base, to: other },
    indexesIn(range.start, range.end),
    indexesIn(range.otherStart, range.otherEnd),
  )
  const gaps: Hunk[] = []
  let { start, otherStart } = range
  for (const [at, otherAt] of anchors) {
    if (at > start || otherAt > otherStart) {
      gaps.push({ start, end: at, otherStart, otherEnd: otherAt })
    }
    start = at + 1
    otherStart = otherAt + 1
  }
  if (range.end > start || range.otherEnd > otherStart) {
    gaps.push({ start, end: range.end, otherStart, otherEnd: range.otherEnd })
  }
  return gaps
}

function indexesIn(start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => start + index)
}
