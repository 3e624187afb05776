import { Document } from '#db/entities/document.ts'
import type { EntityManager } from '#db/orm.ts'
import { assertDocumentOwner } from './find-version.ts'

/**
 * Deletes the versions of a user's document that were created strictly after a
 * timestamp, with the suggestions attached to them (by their foreign key).
 * Irreversible (docs/interface.md, "Documents and versions").
 *
 * @param input.timestamp ISO 8601, in whole milliseconds
 * @returns how many versions were deleted
 * @throws {AppError} not-found; not-owner
 */
export async function deleteVersionsAfter(
  em: EntityManager,
  { id, userId, timestamp }: { id: string; userId: string; timestamp: string },
): Promise<number> {
  const deleted = await em.nativeDelete(Document, { id, userId, createdAt: { $gt: timestamp } })
  if (deleted === 0) await assertDocumentOwner(em, { id, userId })
  return deleted
}
