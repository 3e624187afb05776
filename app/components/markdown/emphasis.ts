import type { Node, NodeList } from './inline-nodes.ts'

/** A run of `*`, `_` or `~` that may open or close an emphasis. */
export type Delimiter = {
  mark: string
  /** Marks of the run that are not used yet. */
  left: number
  length: number
  opens: boolean
  closes: boolean
  node: Node
  /** Rises from run to run. */
  position: number
  previous: Delimiter | null
  next: Delimiter | null
}

const PUNCTUATION = /[\p{P}\p{S}]/u

/** Whether a character is white space (1), punctuation (2) or neither (0). */
function kindOfCharacter(character: string): 0 | 1 | 2 {
  if (/^[a-z0-9]/i.test(character)) return 0
  if (character.trim() === '') return 1
  return PUNCTUATION.test(character) ? 2 : 0
}

/** Whether a run between two characters may open and close (CommonMark, "Emphasis and strong emphasis"). */
export function flanks(mark: string, before: string, after: string) {
  const [kindBefore, kindAfter] = [kindOfCharacter(before), kindOfCharacter(after)]
  const [spaceBefore, punctuationBefore] = [kindBefore === 1, kindBefore === 2]
  const [spaceAfter, punctuationAfter] = [kindAfter === 1, kindAfter === 2]
  const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore)
  const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter)
  if (mark !== '_') return { opens: left, closes: right }
  return {
    opens: left && (!right || punctuationBefore),
    closes: right && (!left || punctuationAfter),
  }
}

/** The runs of a line that may still be paired, newest last. */
export class DelimiterStack {
  last: Delimiter | null = null

  push(run: Omit<Delimiter, 'previous' | 'next'>): void {
    const delimiter: Delimiter = { ...run, previous: this.last, next: null }
    if (this.last) this.last.next = delimiter
    this.last = delimiter
  }

  remove(delimiter: Delimiter): void {
    if (delimiter.previous) delimiter.previous.next = delimiter.next
    if (delimiter.next) delimiter.next.previous = delimiter.previous
    else this.last = delimiter.previous
  }

  /**
   * Pairs the runs behind a position, and forgets them (CommonMark, "process
   * emphasis"). A search for an opener that has failed is not repeated below
   * the place where it did, so each run is looked at a bounded number of times.
   */
  pair(nodes: NodeList, bottom: number): void {
    const searchedTo = new Map<string, number>()
    let closer = this.firstAfter(bottom)
    while (closer) {
      if (!closer.closes) {
        closer = closer.next
        continue
      }
      const stop = searchedTo.get(kindOf(closer)) ?? bottom
      let opener: Delimiter | null = closer.previous
      while (opener && opener.position > stop && !matches(opener, closer)) opener = opener.previous
      if (opener && opener.position > stop) {
        this.removeBetween(opener.position, closer)
        closer = this.join(nodes, opener, closer, bottom)
        continue
      }
      searchedTo.set(kindOf(closer), closer.position - 1)
      const next: Delimiter | null = closer.next
      if (!closer.opens) this.remove(closer)
      closer = next
    }
    while (this.last && this.last.position > bottom) this.remove(this.last)
  }

  /** Makes an emphasis of what stands between two runs; gives the run to go on with. */
  private join(nodes: NodeList, opener: Delimiter, closer: Delimiter, bottom: number) {
    const isDeleted = opener.mark === '~'
    const used = isDeleted ? opener.left : opener.left >= 2 && closer.left >= 2 ? 2 : 1
    const type = isDeleted ? 'del' : used === 2 ? 'strong' : 'em'
    const next = closer.next
    if (!nodes.wrap(opener.node, closer.node, (children) => ({ type, children }))) {
      // Whatever would hold these two would be too deep as well.
      this.removeBetween(bottom, closer)
      this.remove(closer)
      return next
    }
    this.use(nodes, opener, used)
    return this.use(nodes, closer, used) ? closer : next
  }

  private removeBetween(position: number, end: Delimiter): void {
    while (end.previous && end.previous.position > position) this.remove(end.previous)
  }

  /** Takes marks from a run; false when none is left. */
  private use(nodes: NodeList, delimiter: Delimiter, used: number): boolean {
    delimiter.left -= used
    delimiter.node.token = { type: 'text', text: delimiter.mark.repeat(delimiter.left) }
    if (delimiter.left > 0) return true
    nodes.remove(delimiter.node)
    this.remove(delimiter)
    return false
  }

  private firstAfter(bottom: number): Delimiter | null {
    let first: Delimiter | null = null
    for (let run = this.last; run && run.position > bottom; run = run.previous) first = run
    return first
  }
}

/** What a search for an opener depends on. */
function kindOf({ mark, length, opens }: Delimiter): string {
  return mark === '~' ? `~${length}` : `${mark}${opens}${length % 3}`
}

function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (!opener.opens || opener.mark !== closer.mark) return false
  if (opener.mark === '~') return opener.length === closer.length
  // Where one of the two may open and close, their lengths must not add up to a multiple of 3.
  if (!opener.closes && !closer.opens) return true
  return (
    (opener.length + closer.length) % 3 !== 0 ||
    (opener.length % 3 === 0 && closer.length % 3 === 0)
  )
}

/** The character before a position, of two code units where it has them; a blank at the start. */
export function characterBefore(text: string, at: number): string {
  if (at === 0) return ' '
  const before = text.slice(Math.max(0, at - 2), at)
  return [...before].at(-1) ?? ' '
}
