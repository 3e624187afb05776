import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'

/**
 * Deletes a chat of the user with its messages and votes (by the foreign
 * keys). A reply that is being written finds its row gone and ends.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function deleteChat(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<void> {
  const deleted = await em.execute<{ id: string }[]>(
    'delete from chat where id = ? and user_id = ? returning id',
    [chatId, userId],
  )
  if (deleted.length > 0) return
  const [other] = await em.execute<{ id: string }[]>('select id from chat where id = ?', [chatId])
  if (other) throw new AppError('not-owner', 'This chat belongs to another account.')
  throw new AppError('not-found', 'There is no chat with this id.')
}
