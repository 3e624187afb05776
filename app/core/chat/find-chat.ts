import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { CHAT_SUMMARY_COLUMNS, type ChatSummary } from './chat-schema.ts'

/** Finds a chat of the user, without its messages; null when there is none. */
export async function findChat(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<ChatSummary | null> {
  const chat = await kysely(em)
    .selectFrom('Chat')
    .select(CHAT_SUMMARY_COLUMNS)
    .where('id', '=', chatId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return chat ?? null
}
