import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { HEARTBEAT_STALE_SECONDS } from './claim-turn.ts'

type Row = { user_id: string; visibility: string; message_id: string | null }

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
  const [row] = await em.execute<Row[]>(
    `select c.user_id, m.id as message_id
       from chat c
       left join message m on m.chat_id = c.id and m.status = 'streaming'
        and m.heartbeat_at > now() - interval '${HEARTBEAT_STALE_SECONDS} seconds'
      where c.id = ?`,
    [chatId],
  )
  if (!row) throw new AppError('not-found', 'There is no chat with this id.')
  if (row.user_id !== userId)
    throw new AppError('not-owner', 'This chat belongs to another account.')
  return row.message_id
}
