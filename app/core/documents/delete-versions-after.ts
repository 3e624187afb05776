import type { EntityManager } from '#db/orm.ts'
import { assertDocumentOwner } from './assert-document-owner.ts'

/**
 * Deletes the versions of a user's document that were created strictly after a
 * timestamp, with the suggestions attached to them (by their foreign key).
 * Irreversible (contract §4, PATCH /api/document).
 *
 * @param input.timestamp ISO 8601, in whole milliseconds
 * @returns how many versions were deleted
 * @throws {AppError} not-found; not-owner
 */
export async function deleteVersionsAfter(
  em: EntityManager,
  { id, userId, timestamp }: { id: string; userId: string; timestamp: string },
): Promise<number> {
  const deleted = await em.execute<unknown[]>(
    'delete from document where id = ? and user_id = ? and created_at > ? returning 1',
    [id, userId, timestamp],
  )
  if (deleted.length === 0) await assertDocumentOwner(em, { id, userId })
  return deleted.length
}
