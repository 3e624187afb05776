import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { mergeTitles } from '#core/documents/merge/merge-edits.ts'
import { mergeVersions } from '#core/documents/merge/merge-versions.ts'
import { type ConflictChoice, resolveConflicts } from '#core/documents/merge/resolve-conflicts.ts'
import type { SessionConflict, StoredVersion } from './session-types.ts'

type Kind = DocumentVersion['kind']

/** What is edited here: the version that it began from, and what it is now. */
type Local = { base: StoredVersion; title: string; content: string }

type Met = { content: string; title: string } | { conflict: SessionConflict }

/**
 * Merges a version that was saved elsewhere into what is edited here.
 *
 * @param sent contents that were sent without an answer: where the version has one of
 *   them, it is our own, and what was typed since is an edit of it
 */
export function meetVersion(
  kind: Kind,
  { base, title, content }: Local,
  version: StoredVersion,
  sent: string[],
): Met {
  const before = sent.includes(version.content) ? { ...base, content: version.content } : base
  const texts = { base: before.content, ours: content, theirs: version.content }
  const merged = mergeVersions(kind, texts)
  const mergedTitle = mergeTitles(before.title, title, version.title)
  if (merged.conflicts.length === 0 && mergedTitle !== null) {
    return { content: merged.content, title: mergedTitle }
  }
  const titles = mergedTitle === null ? { ours: title, theirs: version.title } : null
  return { conflict: { current: version, conflicts: merged.conflicts, title: titles } }
}

/**
 * Applies a choice for each conflict, in order.
 *
 * @returns null when it was edited since: there is another thing to choose then
 */
export function settleConflict(
  kind: Kind,
  { base, title, content }: Local,
  conflict: SessionConflict,
  choices: ConflictChoice[],
  titleChoice: 'mine' | 'theirs',
): { content: string; title: string } | null {
  const { current } = conflict
  const texts = { base: base.content, ours: content, theirs: current.content }
  const merged = mergeVersions(kind, texts)
  if (!isSameConflict(merged.conflicts, conflict)) return null
  const chosenTitle = titleChoice === 'mine' ? title : current.title
  const decided = conflict.title ? chosenTitle : mergeTitles(base.title, title, current.title)
  return { content: resolveConflicts(merged, choices), title: decided ?? title }
}

function isSameConflict(conflicts: SessionConflict['conflicts'], shown: SessionConflict): boolean {
  return (
    conflicts.length === shown.conflicts.length &&
    conflicts.every(({ ours, theirs }, index) => {
      const other = shown.conflicts[index]
      return ours === other?.ours && theirs === other.theirs
    })
  )
}
