import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/**
 * Finds the chat that had a part in a user's document, which leads from one to the other.
 *
 * @returns null when no chat had, or it was deleted
 */
export async function findDocumentChat(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<{ id: string; title: string } | null> {
  const chat = await kysely(em)
    .selectFrom('Document')
    .innerJoin('Chat', 'Chat.id', 'Document.chatId')
    .where('Document.id', '=', id)
    .where('Document.userId', '=', userId)
    .where('Chat.userId', '=', userId)
    .select(['Chat.id', 'Chat.title'])
    .orderBy('Document.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return chat ?? null
}
