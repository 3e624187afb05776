/**
 * Finds the items that occur exactly once on each side, in an order that both
 * sides have (a "patience diff"). It takes time in proportion to the lists.
 *
 * @param from indexes into `sides.from` that are looked at, ascending; `to` likewise
 * @returns pairs of indexes, ascending on both sides
 */
export function uniqueAnchors<Item>(
  sides: { from: ArrayLike<Item>; to: ArrayLike<Item> },
  from: number[],
  to: number[],
): [number, number][] {
  const once = indexesOfUnique(sides.to, to)
  const candidates: [number, number][] = []
  for (const [item, index] of indexesOfUnique(sides.from, from)) {
    const other = once.get(item)
    if (index >= 0 && other !== undefined && other >= 0) candidates.push([index, other])
  }
  return longestAscending(candidates.sort(([a], [b]) => a - b))
}

/** The index of each item; -1 of one that occurs more than once. */
function indexesOfUnique<Item>(items: ArrayLike<Item>, indexes: number[]) {
  const found = new Map<Item | undefined, number>()
  for (const index of indexes) {
    const item = items[index]
    found.set(item, found.has(item) ? -1 : index)
  }
  return found
}

/** The longest sequence of the pairs whose second numbers ascend, as their first ones do. */
function longestAscending(pairs: [number, number][]): [number, number][] {
  /** Of the best sequence of each length, the index of its last pair. */
  const ends: number[] = []
  const previous = new Int32Array(pairs.length).fill(-1)
  const second = (index: number) => pairs[index]?.[1] ?? 0
  for (let index = 0; index < pairs.length; index += 1) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (second(ends[middle] ?? 0) < second(index)) low = middle + 1
      else high = middle
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const sequence: [number, number][] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair) sequence.push(pair)
  }
  return sequence.reverse()
}
