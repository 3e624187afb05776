import type { MergeConflict, Merged } from './merged.ts'

/** What becomes of a conflicting place: ours, theirs, or first ours and then theirs. */
export type ConflictChoice = 'mine' | 'theirs' | 'both'

/** Applies a choice for each conflict, in their order; a place without one keeps ours. */
export function resolveConflicts(
  { content, conflicts }: Merged,
  choices: readonly (ConflictChoice | undefined)[],
): string {
  let resolved = ''
  let at = 0
  for (const [index, conflict] of conflicts.entries()) {
    resolved += content.slice(at, conflict.start) + chosen(conflict, choices[index] ?? 'mine')
    at = conflict.end
  }
  return resolved + content.slice(at)
}

function chosen({ ours, theirs }: MergeConflict, choice: ConflictChoice): string {
  if (choice === 'mine') return ours
  if (choice === 'theirs') return theirs
  if (ours === '' || theirs === '' || ours.endsWith('\n')) return ours + theirs
  return `${ours}${theirs.includes('\r\n') ? '\r\n' : '\n'}${theirs}`
}
