import type { DiffBudget } from './diff-sequences.ts'

/** Deleted times inserted items of one place that are compared each with each; of more, each with the next ones. */
const MOST_COMPARED = 2_500

const LOOK_AHEAD = 12

/** How alike two items must be, from 0 to 1, to be shown as one that was changed. */
const ALIKE = 0.4

/** How alike two items are, from 0 to 1. It takes what it costs from the budget. */
type Likeness = (fromIndex: number, toIndex: number) => number

/**
 * Finds which of some deleted items became which of the items that stand in
 * their place, in an order that both sides have.
 *
 * @returns pairs of indexes, ascending on both sides
 */
export function* pairSimilar(
  fromCount: number,
  toCount: number,
  budget: DiffBudget,
  likeness: Likeness,
): Generator<void, [number, number][], void> {
  if (fromCount * toCount > MOST_COMPARED) {
    return yield* pairNext(fromCount, toCount, budget, likeness)
  }
  /** The best sum for what begins at two indexes, row by row. */
  const width = toCount + 1
  const best = new Float64Array((fromCount + 1) * width)
  const alike = new Float64Array((fromCount + 1) * width)
  for (let i = fromCount - 1; i >= 0; i -= 1) {
    for (let j = toCount - 1; j >= 0; j -= 1) {
      const at = i * width + j
      const like = budget.steps > 0 ? likeness(i, j) : 0
      alike[at] = like >= ALIKE ? like : 0
      const paired = like >= ALIKE ? like + (best[at + width + 1] ?? 0) : 0
      best[at] = Math.max(paired, best[at + width] ?? 0, best[at + 1] ?? 0)
    }
    yield
  }
  const pairs: [number, number][] = []
  let i = 0
  let j = 0
  while (i < fromCount && j < toCount) {
    const at = i * width + j
    const like = alike[at] ?? 0
    if (like > 0 && best[at] === like + (best[at + width + 1] ?? 0)) pairs.push([i++, j++])
    else if (best[at] === best[at + width]) i += 1
    else j += 1
  }
  return pairs
}

/** Pairs each item with the next one that is alike, if it is not far. */
function* pairNext(
  fromCount: number,
  toCount: number,
  budget: DiffBudget,
  likeness: Likeness,
): Generator<void, [number, number][], void> {
  const pairs: [number, number][] = []
  let next = 0
  for (let index = 0; index < fromCount && budget.steps > 0; index += 1) {
    const last = Math.min(toCount, next + LOOK_AHEAD)
    for (let other = next; other < last; other += 1) {
      if (likeness(index, other) < ALIKE) continue
      pairs.push([index, other])
      next = other + 1
      break
    }
    if (index % 20 === 19) yield
  }
  return pairs
}

/**
 * How alike two bags of items are: twice what they share by what they hold, from 0 to 1.
 *
 * @param left how often each item occurs
 */
export function sharedPart(
  left: ReadonlyMap<string, number>,
  right: ReadonlyMap<string, number>,
  budget: DiffBudget,
): number {
  const [small, large] = left.size < right.size ? [left, right] : [right, left]
  budget.steps -= small.size + 1
  let shared = 0
  for (const [item, count] of small) {
    shared += item.length * Math.min(count, large.get(item) ?? 0)
  }
  const total = weightOf(left) + weightOf(right)
  return total === 0 ? 0 : (2 * shared) / total
}

const weights = new WeakMap<ReadonlyMap<string, number>, number>()

/** The characters of a bag's items; counted once. */
function weightOf(bag: ReadonlyMap<string, number>): number {
  const known = weights.get(bag)
  if (known !== undefined) return known
  let weight = 0
  for (const [item, count] of bag) weight += item.length * count
  weights.set(bag, weight)
  return weight
}

/** Counts how often each item occurs. */
export function bagOf(items: Iterable<string>): Map<string, number> {
  const bag = new Map<string, number>()
  for (const item of items) bag.set(item, (bag.get(item) ?? 0) + 1)
  return bag
}
