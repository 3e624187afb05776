import type { LibraryDocument } from '#core/library/list-library.ts'

/** What was just done, and to which document. */
type LibraryNews =
  | { type: 'deleted'; keptId: string; title: string }
  | { type: 'restored'; id: string; title: string; isMoved: boolean }
  | { type: 'copied'; id: string; title: string }
  | { type: 'removed' }
  | { type: 'uploaded'; count: number }

/** What the library is given to show. */
export type LibraryData = {
  documents: LibraryDocument[]
  hasMore: boolean
  /** Whether these are not the newest ones. */
  isOlder: boolean
  query: {
    q: string
    kind: LibraryDocument['kind'] | undefined
    /** The chat whose documents are shown; all where it is left out. */
    chat: string | undefined
    before: string | undefined
  }
  /** Of that chat; null when it is gone. */
  chatTitle: string | null
  /** What was deleted in the last day, by the ids under which it is kept. */
  deleted: { id: string; title: string; kind: string; deletedAt: string }[]
  notice: LibraryNews | null
}
