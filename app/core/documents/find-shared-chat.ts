import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { isShared } from './is-shared.ts'

/** Finds the public chat with which a document is shared; null when there is none. */
export async function findSharedChat(
  em: EntityManager,
  documentId: string,
): Promise<{ id: string; title: string } | null> {
  const chat = await kysely(em)
    .selectFrom('DocumentSummary')
    .innerJoin('Chat', 'Chat.id', 'DocumentSummary.chatId')
    .select(['Chat.id', 'Chat.title'])
    .where('DocumentSummary.id', '=', documentId)
    .whereRef('Chat.userId', '=', 'DocumentSummary.userId')
    .where(isShared('DocumentSummary'))
    .executeTakeFirst()
  return chat ?? null
}
