import type { MergeConflict } from '#core/documents/merge/merged.ts'

/** A stored version, as far as an open page needs it. */
export type StoredVersion = { createdAt: string; title: string; content: string }

/** Why something could not be saved, in words for the page. What was written is kept. */
export type SaveProblem = { detail: string; signedOut?: boolean; deleted?: boolean }

/** What was changed here and elsewhere in the same places. */
export type SessionConflict = {
  /** The version that was saved elsewhere. */
  current: StoredVersion
  /** In order; their places are those in the content merged so far. */
  conflicts: MergeConflict[]
  /** Where both have given another title. */
  title: { ours: string; theirs: string } | null
}

export type SessionSnapshot = {
  /**
   * `dirty`: a save is due. `offline`: the server cannot be reached; kept here and sent
   * later. `failed`: the server refused; kept here.
   */
  status: 'saved' | 'dirty' | 'saving' | 'offline' | 'conflict' | 'failed'
  /** When the last save ended, in milliseconds since 1970; null before the first one. */
  savedAt: number | null
  title: string
  /** `createdAt` of the version that is shown, with what was typed since. */
  createdAt: string
  conflict: SessionConflict | null
  problem: SaveProblem | null
}

/** What was written and not saved yet, as it is kept in the browser. */
export type UnsavedContent = {
  base: StoredVersion
  title: string
  content: string
  /** Contents that were sent without an answer: one of them may be stored. */
  sent: string[]
  /** Milliseconds since 1970. */
  at: number
}
