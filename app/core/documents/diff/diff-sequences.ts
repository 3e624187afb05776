import { diffArrays } from 'diff'
import { uniqueAnchors } from '../unique-anchors.ts'

/** How many items stand unchanged, were deleted, or were inserted, in this order. */
export type Run = { type: 'same' | 'deleted' | 'inserted'; count: number }

/**
 * What a comparison may still cost, in steps of well under a microsecond. It is
 * counted rather than timed, so that the same versions always give the same diff.
 */
export type DiffBudget = { steps: number }

/** The steps that a comparison takes at most: up to about a second of work, in small pieces. */
const MOST_STEPS = 2_000_000

export function createDiffBudget(): DiffBudget {
  return { steps: MOST_STEPS }
}

/** Changes that are looked for at once: their cost grows with the square, these take some ten milliseconds. */
const MOST_EDITS = 500

/** How often what lies between two anchors is divided again. */
const MOST_DIVISIONS = 6

/** Items that are looked at between two yields. */
const ITEMS_AT_ONCE = 20_000

type Range = { start: number; end: number }
type Sides = { from: Int32Array; to: Int32Array }

/**
 * Compares two lists of texts. As few items as possible count as changed, as
 * long as the budget and {@link MOST_EDITS} allow; beyond these the items that
 * occur once on both sides are the hold, and what lies between them counts as
 * replaced. It yields from time to time, so that a server can do other work.
 *
 * @returns the runs: those that are not inserted make `from`, those that are not
 *   deleted make `to`
 */
export function* diffSequences(
  from: readonly string[],
  to: readonly string[],
  budget: DiffBudget,
): Generator<void, Run[], void> {
  const runs: Run[] = []
  yield* diffRange(
    yield* numbered(from, to),
    { start: 0, end: from.length },
    { start: 0, end: to.length },
    { budget, runs, divisions: 0 },
  )
  return runs
}

type State = { budget: DiffBudget; runs: Run[]; divisions: number }

function* diffRange(
  sides: Sides,
  { start: fromStart, end: fromEnd }: Range,
  { start: toStart, end: toEnd }: Range,
  state: State,
): Generator<void, void, void> {
  const { from, to } = sides
  const shortest = Math.min(fromEnd - fromStart, toEnd - toStart)
  let head = 0
  while (head < shortest && from[fromStart + head] === to[toStart + head]) head += 1
  let tail = 0
  while (tail < shortest - head && from[fromEnd - 1 - tail] === to[toEnd - 1 - tail]) tail += 1
  push(state.runs, 'same', head)
  const left = { start: fromStart + head, end: fromEnd - tail }
  const right = { start: toStart + head, end: toEnd - tail }
  yield* diffMiddle(sides, left, right, state)
  push(state.runs, 'same', tail)
}

function* diffMiddle(
  sides: Sides,
  left: Range,
  right: Range,
  state: State,
): Generator<void, void, void> {
  const { budget, runs, divisions } = state
  // What occurs on one side alone is in no common sequence, and would only cost time.
  const from = indexesFoundIn(sides.from, left, sides.to, right)
  yield
  const to = indexesFoundIn(sides.to, right, sides.from, left)
  budget.steps -= left.end - left.start + right.end - right.start
  let pairs: [number, number][] | null = []
  if (from.length > 0 && to.length > 0) {
    yield
    pairs = commonItems(sides, from, to, budget)
  }
  if (pairs) return pushPairs(runs, left, right, pairs)
  yield
  const anchors = divisions < MOST_DIVISIONS ? uniqueAnchors(sides, from, to) : []
  if (anchors.length === 0) return pushPairs(runs, left, right, [])
  const inner = { ...state, divisions: divisions + 1 }
  let at: [number, number] = [left.start, right.start]
  for (const [fromAnchor, toAnchor] of [...anchors, [left.end, right.end] as const]) {
    yield* diffRange(
      sides,
      { start: at[0], end: fromAnchor },
      { start: at[1], end: toAnchor },
      inner,
    )
    if (fromAnchor < left.end) push(runs, 'same', 1)
    at = [fromAnchor + 1, toAnchor + 1]
  }
}

/** Gives equal texts the same number, which is compared faster. */
function* numbered(from: readonly string[], to: readonly string[]): Generator<void, Sides, void> {
  const numbers = new Map<string, number>()
  function* numbersOf(texts: readonly string[]) {
    const result = new Int32Array(texts.length)
    for (const [index, text] of texts.entries()) {
      const number = numbers.get(text) ?? numbers.size
      if (number === numbers.size) numbers.set(text, number)
      result[index] = number
      if (index % ITEMS_AT_ONCE === ITEMS_AT_ONCE - 1) yield
    }
    return result
  }
  return { from: yield* numbersOf(from), to: yield* numbersOf(to) }
}

function indexesFoundIn(items: Int32Array, range: Range, others: Int32Array, other: Range) {
  const known = new Set(others.subarray(other.start, other.end))
  const indexes: number[] = []
  for (let index = range.start; index < range.end; index += 1) {
    if (known.has(items[index] ?? -1)) indexes.push(index)
  }
  return indexes
}

/**
 * The longest common sequence of the items at these indexes.
 *
 * @returns pairs of indexes, ascending; null when it would cost too much
 */
function commonItems(
  sides: Sides,
  from: number[],
  to: number[],
  budget: DiffBudget,
): [number, number][] | null {
  const maxEditLength = Math.min(MOST_EDITS, Math.floor(Math.sqrt(2 * Math.max(0, budget.steps))))
  const changes = diffArrays(
    from.map((index) => sides.from[index]),
    to.map((index) => sides.to[index]),
    { maxEditLength },
  )
  if (!changes) {
    budget.steps -= maxEditLength ** 2 / 2
    return null
  }
  const pairs: [number, number][] = []
  let fromAt = 0
  let toAt = 0
  let edits = 0
  for (const { added, removed, count } of changes) {
    if (added) toAt += count
    else if (removed) fromAt += count
    else {
      for (let n = 0; n < count; n += 1) pairs.push([from[fromAt++] ?? 0, to[toAt++] ?? 0])
      continue
    }
    edits += count
  }
  budget.steps -= edits ** 2 / 2
  return pairs
}

function pushPairs(runs: Run[], left: Range, right: Range, pairs: readonly [number, number][]) {
  let fromAt = left.start
  let toAt = right.start
  for (const [fromIndex, toIndex] of [...pairs, [left.end, right.end] as const]) {
    push(runs, 'deleted', fromIndex - fromAt)
    push(runs, 'inserted', toIndex - toAt)
    if (fromIndex < left.end) push(runs, 'same', 1)
    fromAt = fromIndex + 1
    toAt = toIndex + 1
  }
}

/** Adds a run: what is deleted and inserted at one place is one of each, deleted first. */
function push(runs: Run[], type: Run['type'], count: number) {
  if (count === 0) return
  const last = runs.at(-1)
  const beforeLast = runs.at(-2)
  if (last?.type === type) last.count += count
  else if (type === 'deleted' && last?.type === 'inserted') {
    if (beforeLast?.type === 'deleted') beforeLast.count += count
    else runs.splice(-1, 0, { type, count })
  } else runs.push({ type, count })
}

/** Runs as changes, each with what stands unchanged after it. */
export function* changesOf(runs: Run[]) {
  let change = { deleted: 0, inserted: 0, same: 0 }
  for (const { type, count } of runs) {
    if (change.same > 0) {
      yield change
      change = { deleted: 0, inserted: 0, same: 0 }
    }
    change[type] += count
  }
  yield change
}
