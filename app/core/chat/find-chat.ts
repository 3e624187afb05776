import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { LISTED_CHAT_COLUMNS, type ListedChat } from './chat-schema.ts'

/** With when it is deleted, if it is temporary. */
type FoundChat = ListedChat & { expiresAt: string | null }

/** Finds a chat of the user, without its messages; null when there is none. */
export async function findChat(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<FoundChat | null> {
  const chat = await kysely(em)
    .selectFrom('Chat')
    .select([...LISTED_CHAT_COLUMNS, 'expiresAt'])
    .where('id', '=', chatId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return chat ?? null
}
