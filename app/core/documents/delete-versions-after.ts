import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner } from './find-version.ts'
import { lockDocument } from './save-version.ts'

/**
 * Deletes the versions of a user's document that were created strictly after a
 * timestamp, with the suggestions attached to them (by their foreign key).
 * Irreversible (docs/interface.md, "Documents and versions").
 *
 * @param input.timestamp ISO 8601, in whole milliseconds
 * @returns the versions that were deleted, oldest first, without their content
 * @throws {AppError} not-found; not-owner
 */
export async function deleteVersionsAfter(
  em: EntityManager,
  { id, userId, timestamp }: { id: string; userId: string; timestamp: string },
): Promise<DocumentVersion[]> {
  const deleted = await em.transactional(async (tx) => {
    // A save that looks at the newest version is before it or after it.
    await lockDocument(tx, id)
    return kysely(tx)
      .deleteFrom('Document')
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('createdAt', '>', timestamp)
      .returning(['id', 'createdAt', 'title', 'kind', 'userId'])
      .execute()
  })
  if (deleted.length === 0) await assertDocumentOwner(em, { id, userId })
  return deleted
    .map((version) => ({ ...version, content: null }))
    .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
}
