import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { aliveSince } from '../chat/heartbeat.ts'
import { assertOwned } from '../ownership.ts'

const findChatWithReply = prepared((db, p: { chatId: string }) =>
  db
    .selectFrom('Chat')
    .leftJoin('Message', (join) =>
      join
        .onRef('Message.chatId', '=', 'Chat.id')
        .on('Message.status', '=', 'streaming')
        .on('Message.heartbeatAt', '>', aliveSince()),
    )
    .where('Chat.id', '=', p.chatId)
    .select(['Chat.userId', 'Message.id as replyId']),
)

/**
 * Finds the reply that is being written in a chat of the user.
 *
 * @returns its message id, or null when none is running
 * @throws {AppError} not-found, not-owner
 */
export async function findRunningReply(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<string | null> {
  const [row] = await findChatWithReply(em, { chatId })
  assertOwned('chat', row, userId)
  return row.replyId
}
