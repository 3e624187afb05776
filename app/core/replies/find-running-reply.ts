import type { StreamFormat } from '#db/entities/message.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { isAppError } from '../app-error.ts'
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
    .select(['Chat.userId', 'Message.id as replyId', 'Message.streamFormat']),
)

export type RunningReply = {
  /** Its message id. */
  replyId: string
  /** The format in which it was asked for; null where a page's form asked. */
  streamFormat: StreamFormat | null
}

type Input = { chatId: string; userId: string }

/**
 * Finds the reply that is being written in a chat of the user.
 *
 * @returns null when none is running
 * @throws {AppError} not-found, not-owner
 */
export async function findRunningReply(
  em: EntityManager,
  { chatId, userId }: Input,
): Promise<RunningReply | null> {
  const [row] = await findChatWithReply(em, { chatId })
  assertOwned('chat', row, userId)
  const { replyId, streamFormat } = row
  return replyId ? { replyId, streamFormat } : null
}

/**
 * The same for a reader. A chat that is not there has no running reply either:
 * a client asks as soon as its page is open, before the first message is sent.
 *
 * @throws {AppError} not-owner
 */
export async function findReplyToResume(
  em: EntityManager,
  input: Input,
): Promise<RunningReply | null> {
  try {
    return await findRunningReply(em, input)
  } catch (error) {
    if (isAppError(error) && error.code === 'not-found') return null
    throw error
  }
}
