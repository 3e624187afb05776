import { changesOf, createDiffBudget, type DiffBudget, diffSequences } from './diff-sequences.ts'
import { type DiffPart, diffWords, isWord, wordTokens } from './diff-words.ts'
import { bagOf, pairSimilar, sharedPart } from './pair-similar.ts'

/**
 * A line that changed, was deleted (`to` is null) or was inserted (`from` is
 * null), by its number on both sides, from 1. Its text includes its line break.
 */
export type DiffRow = { from: number | null; to: number | null; parts: DiffPart[] }

/** Lines that both have, by the number of the first of them, or lines that differ. */
export type DiffBlock =
  | { type: 'same'; from: number; to: number; lines: string[] }
  | { type: 'changed'; rows: DiffRow[] }

/** Lines that are cut off a text between two yields. */
const LINES_AT_ONCE = 50_000

/**
 * Compares two texts by lines, and lines that are alike by words. The time is
 * bounded: of texts that differ too much, whole lines or stretches count as
 * replaced. Nothing is ever lost: the parts and lines that are not inserted make
 * `from`, those that are not deleted make `to`, character by character.
 *
 * It yields about every ten milliseconds, so that a server can do other work.
 */
export function* diffText(from: string, to: string): Generator<void, DiffBlock[], void> {
  const budget = createDiffBudget()
  const fromLines = yield* linesOf(from)
  const toLines = yield* linesOf(to)
  const runs = yield* diffSequences(fromLines, toLines, budget)
  const blocks: DiffBlock[] = []
  let fromAt = 0
  let toAt = 0
  for (const { deleted, inserted, same } of changesOf(runs)) {
    if (deleted + inserted > 0) {
      const rows = yield* diffLines(
        { lines: fromLines.slice(fromAt, fromAt + deleted), first: fromAt + 1 },
        { lines: toLines.slice(toAt, toAt + inserted), first: toAt + 1 },
        budget,
      )
      blocks.push({ type: 'changed', rows })
    }
    fromAt += deleted
    toAt += inserted
    if (same > 0) {
      const lines = fromLines.slice(fromAt, fromAt + same)
      blocks.push({ type: 'same', from: fromAt + 1, to: toAt + 1, lines })
    }
    fromAt += same
    toAt += same
  }
  return blocks
}

/** The lines of a text with their line breaks. */
function* linesOf(text: string): Generator<void, string[], void> {
  const lines: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length
    lines.push(text.slice(start, end))
    start = end
    if (lines.length % LINES_AT_ONCE === 0) yield
  }
  return lines
}

type Side = { lines: string[]; first: number }

function* diffLines(from: Side, to: Side, budget: DiffBudget): Generator<void, DiffRow[], void> {
  const rows: DiffRow[] = []
  let fromAt = 0
  let toAt = 0
  function pushWhole(fromEnd: number, toEnd: number) {
    for (; fromAt < fromEnd; fromAt += 1) {
      const parts: DiffPart[] = [{ type: 'deleted', text: from.lines[fromAt] ?? '' }]
      rows.push({ from: from.first + fromAt, to: null, parts })
    }
    for (; toAt < toEnd; toAt += 1) {
      const parts: DiffPart[] = [{ type: 'inserted', text: to.lines[toAt] ?? '' }]
      rows.push({ from: null, to: to.first + toAt, parts })
    }
  }
  const likeness = yield* lineLikeness(from.lines, to.lines, budget)
  const pairs = likeness
    ? yield* pairSimilar(from.lines.length, to.lines.length, budget, likeness)
    : []
  for (const [fromIndex, toIndex] of pairs) {
    pushWhole(fromIndex, toIndex)
    const parts = yield* diffWords(from.lines[fromIndex] ?? '', to.lines[toIndex] ?? '', budget)
    rows.push({ from: from.first + fromIndex, to: to.first + toIndex, parts })
    fromAt += 1
    toAt += 1
  }
  pushWhole(from.lines.length, to.lines.length)
  return rows
}

/** How alike lines are, by their words; null where lines stand on one side only, or it would cost too much. */
function* lineLikeness(from: string[], to: string[], budget: DiffBudget) {
  if (from.length === 0 || to.length === 0 || budget.steps <= 0) return null
  const fromBags = yield* bagsOf(from, budget)
  const toBags = yield* bagsOf(to, budget)
  const none = new Map<string, number>()
  return (i: number, j: number) => {
    // Lines without words are alike when they differ in their line break alone.
    if (from[i]?.trimEnd() === to[j]?.trimEnd()) return 1
    return sharedPart(fromBags[i] ?? none, toBags[j] ?? none, budget)
  }
}

function* bagsOf(lines: string[], budget: DiffBudget) {
  const bags: Map<string, number>[] = []
  let characters = 0
  for (const line of lines) {
    bags.push(bagOf((yield* wordTokens(line)).filter(isWord)))
    budget.steps -= line.length / 4
    characters += line.length
    if (characters < 50_000) continue
    characters = 0
    yield
  }
  return bags
}
