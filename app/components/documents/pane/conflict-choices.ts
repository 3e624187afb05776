import type { ConflictChoice } from '#core/documents/merge/resolve-conflicts.ts'

/** What one can choose for a place that was changed here and elsewhere; of a title only one of both stays. */
export const CONFLICT_CHOICES: readonly (readonly [ConflictChoice, label: string])[] = [
  ['mine', 'Keep mine'],
  ['theirs', 'Take theirs'],
  ['both', 'Keep both'],
]
export const TITLE_CHOICES = CONFLICT_CHOICES.slice(0, 2)
