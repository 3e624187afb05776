import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import type { LaterVersions } from '#core/documents/revert-to-version.ts'
import type { VersionHistory, VersionPosition } from '#core/documents/version-history.ts'
import type { RequestStatus } from '#core/suggestions/read-request-status.ts'

/** One version of a document as its page and its pane are given it. */
export type DocumentData = {
  id: string
  title: string
  kind: DocumentVersion['kind']
  /** The beginning of it, where it is very long; empty for an image. */
  content: string
  isCut: boolean
  createdAt: string
  isLatest: boolean
  /** The chat that had a part in it; null when none had. */
  chat: { id: string; title: string } | null
  history: VersionHistory
  position: VersionPosition
  /** What was made after the version; null for the newest. */
  later: LaterVersions | null
  suggestions: PlacedSuggestion[]
  suggestionStatus: RequestStatus
}
