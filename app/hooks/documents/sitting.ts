/** Milliseconds without a save, and altogether, after which a sitting ends. */
const PAUSE_MS = 10 * 60_000
const LONGEST_MS = 60 * 60_000

/**
 * The edits that are made in one go: each save replaces the one before it, so that
 * the list of versions has one for a sitting and not one for every pause.
 */
export function createSitting(now: () => number) {
  let own: string | null = null
  let startedAt = 0
  let savedAt = 0

  return {
    /** Whether a version was saved in this sitting, which still lasts. */
    mayReplace(createdAt: string): boolean {
      if (now() - savedAt > PAUSE_MS || now() - startedAt > LONGEST_MS) own = null
      return own === createdAt
    },
    saved(createdAt: string) {
      if (own === null) startedAt = now()
      savedAt = now()
      own = createdAt
    },
  }
}
