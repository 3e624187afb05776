import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { getVersion } from '../documents/find-version.ts'
import { lockDocument, saveVersion } from '../documents/save-version.ts'
import { applySuggestions, isNote } from './apply-suggestions.ts'
import { placeInTurn, withinPlacingLimit } from './place-in-turn.ts'
import { readOpenSuggestions, readSuggestedVersions } from './read-open-suggestions.ts'

type Input = { documentId: string; userId: string }

/** How many suggestions were applied, and how many stay open because their text is gone. */
type AcceptedAll = { accepted: number; left: number }

/**
 * Applies all open suggestions of a user's document whose text is still there, as
 * one new version, and resolves them: all or none. Notes stay as they are.
 *
 * @throws {AppError} not-found; not-owner; conflict, when there is none to apply;
 *   unavailable
 */
export async function acceptAllSuggestions(em: EntityManager, input: Input): Promise<AcceptedAll> {
  return withinPlacingLimit(input.userId, () => em.transactional((tx) => acceptAll(tx, input)))
}

async function acceptAll(tx: EntityManager, { documentId, userId }: Input): Promise<AcceptedAll> {
  await lockDocument(tx, documentId)
  const key = { documentId, userId }
  const latest = await getVersion(tx, { id: documentId, userId })
  const content = latest.content ?? ''
  const edits = (await readOpenSuggestions(tx, key)).filter((edit) => !isNote(edit))
  const known = new Map([[latest.createdAt, content]])
  const versions = await readSuggestedVersions(tx, key, edits, known)
  const placed = await placeInTurn(edits, versions, content)
  const { content: edited, ids } = applySuggestions(content, placed)
  // One that was dismissed meanwhile must not be applied.
  const resolved = await resolveOpen(tx, ids)
  if (resolved !== ids.length) {
    throw new AppError('conflict', 'The suggestions have changed meanwhile. Try again.')
  }
  if (ids.length === 0) {
    throw new AppError('conflict', 'No suggestion is left whose text is still in the document.')
  }
  await saveVersion(tx, { ...latest, content: edited, origin: 'accept' })
  return { accepted: ids.length, left: edits.length - ids.length }
}

async function resolveOpen(tx: EntityManager, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numUpdatedRows } = await kysely(tx)
    .updateTable('Suggestion')
    .set({ isResolved: true })
    .where('id', 'in', ids)
    .where('isResolved', '=', false)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
