import { MAX_CHAT_BYTES } from '#core/chat/chat-schema.ts'
import { findChat } from '#core/chat/find-chat.ts'
import { conversationOf } from '#core/chat/newest-messages.ts'
import type { ConversationMessage } from '#core/chat/normalise-messages.ts'
import { openChat } from '#core/chat/open-chat.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { readChatInTurn } from '../limits/chat-turns.ts'

type Sent = { chatId: string; userId: string; sent: ConversationMessage[] }

/**
 * Puts before the messages that a page has sent what is stored before the first
 * of them, as much of it as a client could send.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function continueStored(
  context: RequestContext,
  em: EntityManager,
  { chatId, userId, sent }: Sent,
): Promise<ConversationMessage[]> {
  // A chat that was deleted meanwhile is begun anew with what was sent.
  if (!(await findChat(em, { chatId, userId }))) return sent
  const stored = await readChatInTurn(context, async () =>
    conversationOf(em, await openChat(em, { chatId, userId }), MAX_CHAT_BYTES),
  )
  const first = stored.findIndex(({ id }) => id === sent[0]?.id)
  const before = stored.slice(0, Math.max(0, first)).filter(({ parts }) => parts.length > 0)
  return [...before, ...sent]
}
