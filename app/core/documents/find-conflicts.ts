import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { findVersion, getVersion } from './find-version.ts'
import { haveManyLines } from './many-lines.ts'
import { alignSequences, createBudget } from './merge/align-sequences.ts'
import { mergeTitles } from './merge/merge-edits.ts'
import { mergeVersions } from './merge/merge-versions.ts'
import { joinPieces, type Merged, type MergedPiece } from './merge/merged.ts'
import { mergeInTurn } from './merge-in-turn.ts'

type Edit = {
  id: string
  userId: string
  title: string
  content: string
  /** The version that was edited. */
  baseCreatedAt: string
  /** The version that it conflicts with; left out, the newest. */
  currentCreatedAt?: string | undefined
}

/** What an edit and a version that was saved since have both changed. */
export type EditConflicts = {
  /** The version that was saved since. */
  current: DocumentVersion
  /** The title of both; null where they gave different ones. */
  title: string | null
  /** With all that could be merged; ours is the edit. */
  merged: Merged
}

/**
 * Merges an edit with the version that it conflicts with, and tells where they
 * conflict. Where the version that was edited is gone, every line in which the two
 * differ is a conflict.
 *
 * @throws {AppError} not-found; not-owner; unavailable
 */
export async function findConflicts(em: EntityManager, edit: Edit): Promise<EditConflicts> {
  const { id, userId, title, content, baseCreatedAt, currentCreatedAt } = edit
  const key = { id, userId }
  // Also read in turn, so that those who wait do not hold whole versions in memory.
  return mergeInTurn(userId, async () => {
    const base = await findVersion(em, { ...key, createdAt: baseCreatedAt })
    const current =
      (currentCreatedAt && (await findVersion(em, { ...key, createdAt: currentCreatedAt }))) ||
      (await getVersion(em, key))
    const [ours, theirs] = [content, current.content ?? '']
    const merged = base
      ? mergeVersions(current.kind, { base: base.content ?? '', ours, theirs })
      : compareLines(ours, theirs)
    const isTooMuch = merged.conflicts.length > MOST_PLACES
    return {
      current,
      title: mergeTitles(base?.title ?? '', title, current.title),
      merged: isTooMuch ? joinPieces([{ base: base?.content ?? '', ours, theirs }]) : merged,
    }
  })
}

/** Places that somebody would choose for one by one; more are one place, which is all of the text. */
const MOST_PLACES = 100

/** Characters of two texts that are compared; longer ones differ as a whole. */
const MOST_CHARACTERS = 6 * 1024 * 1024

/** The lines in which two texts differ, as conflicts. */
function compareLines(ours: string, theirs: string): Merged {
  const whole = () => joinPieces([{ base: '', ours, theirs }])
  if (ours.length + theirs.length > MOST_CHARACTERS) return whole()
  if (haveManyLines(ours, theirs)) return whole()
  const [lines, theirLines] = [ours.split(/(?<=\n)/), theirs.split(/(?<=\n)/)]
  const pieces: MergedPiece[] = []
  let at = 0
  for (const hunk of alignSequences(lines, theirLines, createBudget())) {
    pieces.push(lines.slice(at, hunk.start).join(''))
    pieces.push({
      base: '',
      ours: lines.slice(hunk.start, hunk.end).join(''),
      theirs: theirLines.slice(hunk.otherStart, hunk.otherEnd).join(''),
    })
    at = hunk.end
  }
  pieces.push(lines.slice(at).join(''))
  return joinPieces(pieces)
}
