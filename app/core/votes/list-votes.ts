import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import type { Vote } from './vote-schema.ts'

/**
 * Lists the votes of a user's chat; none when the chat is unknown, since a new
 * chat's page asks before its first message is sent.
 *
 * @throws {AppError} not-owner
 */
export async function listVotes(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<Vote[]> {
  const votes = await executePrepared<Vote>(
    em,
    `select v.chat_id as "chatId", v.message_id as "messageId", v.is_upvoted as "isUpvoted"
       from vote v
       join chat c on c.id = v.chat_id
       join message m on m.id = v.message_id
      where v.chat_id = $1 and c.user_id = $2 order by m.position`,
    [chatId, userId],
  )
  if (votes.length === 0) await assertNotOthersChat(em, chatId, userId)
  return votes
}

async function assertNotOthersChat(em: EntityManager, chatId: string, userId: string) {
  const others = await em.execute<unknown[]>('select 1 from chat where id = ? and user_id <> ?', [
    chatId,
    userId,
  ])
  if (others.length > 0) throw new AppError('not-owner', 'This chat belongs to another account.')
}
