import type { DocumentKind } from '#db/entities/document.ts'
import { mergeLines } from './merge-lines.ts'
import { mergeRows } from './merge-rows.ts'
import { joinPieces, type Merged } from './merged.ts'

/**
 * Merges two edits of one content. Text and code are merged by lines, and by words
 * within lines that both have changed; sheets by rows and cells; an image cannot be
 * merged. Where both have changed the same, `content` has ours and `conflicts` says
 * where, with both (docs/decisions/0034-edits-are-merged.md).
 *
 * Pure, and bounded in time: what is too large or too different conflicts as a whole.
 */
export function mergeVersions(
  kind: DocumentKind,
  texts: { base: string; ours: string; theirs: string },
): Merged {
  const { base, ours, theirs } = texts
  if (ours === theirs || base === theirs) return { content: ours, conflicts: [] }
  if (base === ours) return { content: theirs, conflicts: [] }
  if (kind === 'image') return joinPieces([{ base, ours, theirs }])
  return kind === 'sheet' ? mergeRows(texts) : mergeLines(texts)
}
