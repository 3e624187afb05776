import type { EntityManager } from '#db/orm.ts'
import { isAppError } from '../app-error.ts'
import { newestMessages, OPENED_FOR_PAGE } from './newest-messages.ts'
import { openChat } from './open-chat.ts'

/** Bytes of messages that are looked at. */
const MAX_BYTES = 1024 * 1024

/**
 * Gives the text of what the user asked last in a chat, with which a new chat
 * can begin; '' where the user has no such chat.
 */
export async function lastQuestion(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<string> {
  try {
    const chat = await openChat(em, { chatId, userId, newest: OPENED_FOR_PAGE })
    const { messages } = await newestMessages(em, chat, { maxBytes: MAX_BYTES })
    const parts = messages.findLast(({ role }) => role === 'user')?.parts ?? []
    return parts
      .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
      .join('\n\n')
  } catch (error) {
    if (isAppError(error) && (error.code === 'not-found' || error.code === 'not-owner')) return ''
    throw error
  }
}
