import { deletedDocuments } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { whyNotFound } from '../ownership.ts'

/**
 * Deletes documents of a user: their ids are unused again. They are kept for a day
 * under other ids, with their versions and suggestions, and count towards the user's
 * storage until then (docs/decisions/0036-library.md). Ids that are unknown or
 * another user's are passed over.
 *
 * @returns the ids under which they are kept, for `restoreDocument`
 */
export async function deleteDocuments(
  em: EntityManager,
  { ids, userId }: { ids: string[]; userId: string },
): Promise<string[]> {
  if (ids.length === 0) return []
  const kept = await kysely(em).selectFrom(deletedDocuments(userId, ids)).select('kept').execute()
  return kept.map(({ kept }) => kept)
}

/**
 * Deletes a document; see {@link deleteDocuments}.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function deleteDocument(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<string> {
  const [keptId] = await deleteDocuments(em, { ids: [id], userId })
  if (!keptId) throw await whyNotFound(em, 'document', id)
  return keptId
}
