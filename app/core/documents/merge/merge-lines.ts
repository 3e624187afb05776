import { haveManyLines } from '../many-lines.ts'
import { mergeLineByLine, mergeWithLastLineEnd } from './merge-line-by-line.ts'
import { mergeTokens, type Texts } from './merge-tokens.ts'
import { joinPieces, type Merged, type MergedPiece } from './merged.ts'
import { WORD_GRAIN } from './word-grain.ts'

/** Characters between what all three begin and end with that are looked at; beyond, all of it is one conflict. */
const MOST_CHARACTERS = 6 * 1024 * 1024

/** Merges three texts by lines, and by words where both have changed the same lines. */
export function mergeLines(texts: Texts): Merged {
  return mergeWithLastLineEnd(texts, mergeEnded)
}

function mergeEnded(texts: Texts): Merged {
  const { base, ours, theirs } = texts
  const head = commonHead(texts)
  const tail = commonTail(texts, head)
  const between = (text: string) => text.slice(head, text.length - tail)
  const middle = { base: between(base), ours: between(ours), theirs: between(theirs) }
  return joinPieces([base.slice(0, head), ...mergeMiddle(middle), base.slice(base.length - tail)])
}

function mergeMiddle(texts: Texts): MergedPiece[] {
  const { base, ours, theirs } = texts
  if (base.length + ours.length + theirs.length > MOST_CHARACTERS) return [texts]
  if (haveManyLines(base, ours, theirs)) return [texts]
  const lines = { base: linesOf(base), ours: linesOf(ours), theirs: linesOf(theirs) }
  return mergeLineByLine(lines, (touched, budget) => mergeTokens(touched, WORD_GRAIN, budget))
}

/** Lines with their line ends. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/** Length of what all three begin with, in whole lines. */
function commonHead({ base, ours, theirs }: Texts): number {
  const most = Math.min(base.length, ours.length, theirs.length)
  let length = 0
  while (length < most) {
    const end = base.indexOf('\n', length) + 1
    const next = end === 0 || end > most ? most : end
    const line = base.slice(length, next)
    if (end === 0 || end > most) break
    if (!ours.startsWith(line, length) || !theirs.startsWith(line, length)) break
    length = next
  }
  return length
}

/** Length of what all three end with, in whole lines, without what they begin with. */
function commonTail({ base, ours, theirs }: Texts, head: number): number {
  const most = Math.min(base.length, ours.length, theirs.length) - head
  const codeAt = (text: string, back: number) => text.charCodeAt(text.length - back)
  let length = 0
  while (
    length < most &&
    codeAt(base, length + 1) === codeAt(ours, length + 1) &&
    codeAt(base, length + 1) === codeAt(theirs, length + 1)
  ) {
    length += 1
  }
  // Up to the beginning of a line in all three.
  for (; length > 0; length -= 1) {
    const isLineStart = (text: string) => text.length === length || codeAt(text, length + 1) === 10
    if (isLineStart(base) && isLineStart(ours) && isLineStart(theirs)) break
  }
  return length
}
