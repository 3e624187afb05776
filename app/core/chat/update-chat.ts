import type { Visibility } from '#db/entities/chat.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { whyNotFound } from '../ownership.ts'
import { CHAT_SUMMARY_COLUMNS, type ChatSummary } from './chat-schema.ts'

/**
 * Renames or shares a chat of the user. A title that the user typed is never
 * overwritten by a generated one.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function updateChat(
  em: EntityManager,
  input: { chatId: string; userId: string; title?: string; visibility?: Visibility },
): Promise<ChatSummary> {
  const { chatId, userId, title, visibility } = input
  const chat = await kysely(em)
    .updateTable('Chat')
    .set({
      ...(title !== undefined && { title, titleSource: 'user' as const }),
      ...(visibility && { visibility }),
    })
    .where('id', '=', chatId)
    .where('userId', '=', userId)
    .returning(CHAT_SUMMARY_COLUMNS)
    .executeTakeFirst()
  if (!chat) throw await whyNotFound(em, 'chat', chatId)
  return chat
}
