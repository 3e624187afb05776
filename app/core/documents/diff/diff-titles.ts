import { createDiffBudget } from './diff-sequences.ts'
import { type DiffPart, diffWords } from './diff-words.ts'

/** Compares two titles, which are short, by words. */
export function diffTitles(from: string, to: string): DiffPart[] {
  const work = diffWords(from, to, createDiffBudget())
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
