import type { DocumentKind } from '#db/entities/document.ts'
import { mergeVersions } from './merge-versions.ts'

type Content = { title: string; content: string | null }

/**
 * Merges two edits of a version, title and content.
 *
 * @returns null when they have changed the same
 */
export function mergeEdits(
  kind: DocumentKind,
  { base, ours, theirs }: { base: Content; ours: Content; theirs: Content },
): { title: string; content: string } | null {
  const title = mergeTitles(base.title, ours.title, theirs.title)
  if (title === null) return null
  const { content, conflicts } = mergeVersions(kind, {
    base: base.content ?? '',
    ours: ours.content ?? '',
    theirs: theirs.content ?? '',
  })
  return conflicts.length === 0 ? { title, content } : null
}

/** The title that one of two edits has given, or both; null when they gave different ones. */
export function mergeTitles(base: string, ours: string, theirs: string): string | null {
  if (ours === base || ours === theirs) return theirs
  return theirs === base ? ours : null
}
