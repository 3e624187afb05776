import { Chat } from '#db/entities/chat.ts'
import type { EntityManager } from '#db/orm.ts'
import { whyNotFound } from '../ownership.ts'

/**
 * Deletes a chat of the user; the foreign keys delete its messages and votes
 * with it. A reply that is still being written finds its row gone and ends.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function deleteChat(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<void> {
  const deleted = await em.nativeDelete(Chat, { id: chatId, userId })
  if (deleted === 0) throw await whyNotFound(em, 'chat', chatId)
}
