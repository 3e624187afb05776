import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'

/**
 * Tells why a query scoped by owner found nothing.
 *
 * @throws {AppError} not-found, when no document has the id; not-owner, when it is another user's
 */
export async function assertDocumentOwner(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const [document] = await em.execute<{ user_id: string }[]>(
    'select user_id from document where id = ? limit 1',
    [id],
  )
  if (!document) {
    throw new AppError('not-found', 'There is no document with this id.')
  }
  if (document.user_id !== userId) {
    throw new AppError('not-owner', 'This document belongs to another account.')
  }
}
