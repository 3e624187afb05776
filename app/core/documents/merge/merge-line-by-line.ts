import { MOST_LINES } from '../many-lines.ts'
import { alignSequences, type Budget, createBudget } from './align-sequences.ts'
import { mergeHunks } from './merge-hunks.ts'
import type { Texts } from './merge-tokens.ts'
import type { Merged, MergedPiece } from './merged.ts'

type Of = keyof Texts

/**
 * Merges three texts that are divided into lines, or a sheet into rows. Beyond
 * {@link MOST_LINES}, all of it is one conflict.
 *
 * @param lines of each, with their line ends
 * @param mergeTouched merges the lines that both have changed, of the same budget
 */
export function mergeLineByLine(
  lines: Record<Of, string[]>,
  mergeTouched: (texts: Texts, budget: Budget) => MergedPiece[],
): MergedPiece[] {
  const { base, ours, theirs } = lines
  if (base.length + ours.length + theirs.length > MOST_LINES) {
    return [{ base: base.join(''), ours: ours.join(''), theirs: theirs.join('') }]
  }
  const budget = createBudget()
  const chunks = mergeHunks(
    alignSequences(base, ours, budget),
    alignSequences(base, theirs, budget),
    base.length,
  )
  return chunks.flatMap((chunk) => {
    const text = (of: Of) => lines[of].slice(chunk[of].start, chunk[of].end).join('')
    if (chunk.from !== 'both') return [text(chunk.from)]
    if (text('ours') === text('theirs')) return [text('ours')]
    return mergeTouched({ base: text('base'), ours: text('ours'), theirs: text('theirs') }, budget)
  })
}

/**
 * Merges texts of which each has been given a line end at its end, so that a line
 * which one has added below the last line is a line of its own, and no change of it.
 */
export function mergeWithLastLineEnd(texts: Texts, merge: (texts: Texts) => Merged): Merged {
  const { base, ours, theirs } = texts
  const merged = merge({ base: `${base}\n`, ours: `${ours}\n`, theirs: `${theirs}\n` })
  if (merged.conflicts.at(-1)?.end === merged.content.length) return merge(texts)
  return { ...merged, content: merged.content.slice(0, -1) }
}
