import { isBlank } from './line-starts.ts'
import type { Block } from './markdown-tokens.ts'

const OPENING = /^ {0,3}(\$\$|\\\[)(?!\$)/

/**
 * The lines up to which formulas that are not closed have been looked for, by the lines
 * of their text: a search that has failed is not repeated from a line that it has passed.
 */
const failedUpTo = new WeakMap<string[], number>()

/**
 * Reads the formula that begins at a line, in lines of its own: `$$…$$` or `\[…\]`, up
 * to a blank line at most.
 *
 * @returns null when none begins there. One whose first line says nothing else is also
 *   read where the text ends before it does, since that text may grow.
 */
export function readMathBlock(lines: string[], at: number): { block: Block; end: number } | null {
  const first = lines[at] ?? ''
  const [start, mark] = OPENING.exec(first) ?? []
  if (!start || !mark) return null
  const close = mark === '$$' ? '$$' : '\\]'
  const inner = [first.slice(start.length)]
  if (mark !== '$$' && at < (failedUpTo.get(lines) ?? 0)) return null
  for (let end = at; end < lines.length; end += 1) {
    const line = end === at ? (inner[0] ?? '') : (lines[end] ?? '')
    // The text ends in a line break, behind which it may go on.
    if (line === '' && end === lines.length - 1) break
    if (isBlank(line) && end > at) return fail(end)
    const found = line.indexOf(close)
    if (found >= 0) {
      // What stands behind it makes it a part of a paragraph, for all that begin before it.
      if (line.slice(found + close.length).trim() !== '') return fail(end)
      if (end > at) inner.push(line.slice(0, found))
      else inner[0] = line.slice(0, found)
      const text = inner.join('\n').trim()
      return text === '' ? null : { block: { type: 'math', text, closed: true }, end: end + 1 }
    }
    if (end > at) inner.push(line)
  }
  if (!isBlank(inner[0] ?? '') || inner.length < 2) return fail(lines.length)
  const text = lines.slice(at).join('\n')
  return { block: { type: 'math', text, closed: false }, end: lines.length }

  function fail(end: number): null {
    if (mark !== '$$') failedUpTo.set(lines, end)
    return null
  }
}
