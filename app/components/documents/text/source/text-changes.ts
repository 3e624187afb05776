import { diffArrays } from 'diff'
import { changedRange } from '../../editing/line-ends.ts'

/** A part of a text, and what stands there instead. */
export type TextChange = { from: number; to: number; insert: string }

/** More lines than this that differ are replaced as one. */
const MAX_COMPARED = 4_000

/** What must be replaced in a text to make it another one: whole lines, in order. */
export function changesBetween(before: string, after: string): TextChange[] {
  const old = linesOf(before)
  const next = linesOf(after)
  const { start, end, otherEnd } = changedRange(old, next)
  const middleOld = old.slice(start, end)
  const middleNext = next.slice(start, otherEnd)
  const isMuch = middleOld.length + middleNext.length > MAX_COMPARED
  const parts = isMuch ? undefined : diffArrays(middleOld, middleNext, { timeout: 200 })
  let at = lengthOf(old.slice(0, start))
  if (!parts) return [narrow(at, middleOld.join(''), middleNext.join(''))]
  const changes: TextChange[] = []
  let removed = ''
  let added = ''
  const finish = () => {
    if (removed || added) changes.push(narrow(at, removed, added))
    at += removed.length
    removed = ''
    added = ''
  }
  for (const part of parts) {
    if (part.removed) removed += part.value.join('')
    else if (part.added) added += part.value.join('')
    else {
      finish()
      at += lengthOf(part.value)
    }
  }
  finish()
  return changes
}

function linesOf(text: string): string[] {
  return text.split(/(?<=\n)/)
}

function lengthOf(lines: string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

/** Leaves out what is the same at the ends of two texts, but never half of a character or of a line end. */
function narrow(at: number, before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  while (start > 0 && (isWithinCharacter(before, start) || isWithinCharacter(after, start)))
    start -= 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  while (end > 0 && isWithinCharacter(before, before.length - end)) end -= 1
  while (end > 0 && isWithinCharacter(after, after.length - end)) end -= 1
  return {
    from: at + start,
    to: at + before.length - end,
    insert: after.slice(start, after.length - end),
  }
}

function isWithinCharacter(text: string, at: number): boolean {
  return /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)/.test(text.slice(at - 1, at + 1))
}
