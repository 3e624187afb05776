import { Chat } from '#db/entities/chat.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteDocuments } from '../library/delete-documents.ts'
import { listChatDocumentIds } from '../library/list-chat-documents.ts'
import { whyNotFound } from '../ownership.ts'

type Input = { chatId: string; userId: string }

/**
 * Deletes a chat of the user; the foreign keys delete its messages and votes
 * with it. Its documents stay. A reply that is still being written finds its row
 * gone and ends.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function deleteChat(em: EntityManager, { chatId, userId }: Input): Promise<void> {
  const deleted = await em.nativeDelete(Chat, { id: chatId, userId })
  if (deleted === 0) throw await whyNotFound(em, 'chat', chatId)
}

/**
 * Deletes a chat and its documents, which can be brought back for a day, as others can.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function deleteChatAndDocuments(em: EntityManager, input: Input): Promise<void> {
  await em.transactional(async (tx) => {
    // Before the chat, as a save does: it locks its document, then looks for the chat.
    const ids = await listChatDocumentIds(tx, input)
    await deleteDocuments(tx, { ids, userId: input.userId })
    await deleteChat(tx, input)
  })
}
