import type { Hunk } from './align-sequences.ts'

type Range = { start: number; end: number }

/**
 * A stretch of three sequences, by indexes in each. `from` says whose it is in the
 * merged sequence: unchanged, changed by one of them, or (`both`) by both.
 */
export type Chunk = {
  from: 'base' | 'ours' | 'theirs' | 'both'
  base: Range
  ours: Range
  theirs: Range
}

/**
 * Divides three sequences into stretches by what two of them change in the first.
 * Changes that overlap or stand side by side, with nothing unchanged between them,
 * are one stretch of both.
 *
 * @param ours what differs from the base, in order; so `theirs`
 * @param length of the base
 */
export function mergeHunks(ours: Hunk[], theirs: Hunk[], length: number): Chunk[] {
  const chunks: Chunk[] = []
  let nextOurs = 0
  let nextTheirs = 0
  let at = 0
  /** By how much longer each has become up to `at`. */
  let oursShift = 0
  let theirsShift = 0

  function push(from: Chunk['from'], end: number, oursEnd: number, theirsEnd: number) {
    chunks.push({
      from,
      base: { start: at, end },
      ours: { start: at + oursShift, end: oursEnd },
      theirs: { start: at + theirsShift, end: theirsEnd },
    })
    at = end
    oursShift = oursEnd - end
    theirsShift = theirsEnd - end
  }

  for (;;) {
    const start = Math.min(ours[nextOurs]?.start ?? Infinity, theirs[nextTheirs]?.start ?? Infinity)
    if (start === Infinity) break
    if (start > at) push('base', start, start + oursShift, start + theirsShift)
    const firstOurs = nextOurs
    const firstTheirs = nextTheirs
    let end = start
    for (let grew = true; grew; ) {
      grew = false
      for (let hunk = ours[nextOurs]; hunk && hunk.start <= end; hunk = ours[nextOurs]) {
        end = Math.max(end, hunk.end)
        nextOurs += 1
        grew = true
      }
      for (let hunk = theirs[nextTheirs]; hunk && hunk.start <= end; hunk = theirs[nextTheirs]) {
        end = Math.max(end, hunk.end)
        nextTheirs += 1
        grew = true
      }
    }
    const lastOurs = nextOurs > firstOurs ? ours[nextOurs - 1] : undefined
    const lastTheirs = nextTheirs > firstTheirs ? theirs[nextTheirs - 1] : undefined
    push(
      lastOurs && lastTheirs ? 'both' : lastOurs ? 'ours' : 'theirs',
      end,
      lastOurs ? lastOurs.otherEnd + end - lastOurs.end : end + oursShift,
      lastTheirs ? lastTheirs.otherEnd + end - lastTheirs.end : end + theirsShift,
    )
  }
  if (at < length) push('base', length, length + oursShift, length + theirsShift)
  return chunks
}
