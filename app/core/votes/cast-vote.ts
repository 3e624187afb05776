import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'

type VoteInput = { chatId: string; messageId: string; userId: string; isUpvoted: boolean }

/**
 * Records or changes a user's vote on an assistant's message, in one statement.
 *
 * @throws {AppError} not-found: unknown chat, or no such message in it;
 *   not-owner: another user's chat; invalid: the message is not an assistant's
 */
export async function castVote(
  em: EntityManager,
  { chatId, messageId, userId, isUpvoted }: VoteInput,
): Promise<void> {
  // The row locks keep the message until the vote is in: one that is deleted
  // in between is then "not found", not a broken foreign key. They are taken in
  // the order of the tables here: the chat first, as whoever deletes takes them.
  const cast = await executePrepared(
    em,
    `insert into vote (chat_id, message_id, is_upvoted)
     select m.chat_id, m.id, $1::boolean
       from chat c join message m on m.chat_id = c.id
      where m.id = $2 and m.chat_id = $3 and m.role = 'assistant' and c.user_id = $4
        for key share
     on conflict (chat_id, message_id) do update set is_upvoted = excluded.is_upvoted
     returning 1`,
    [isUpvoted, messageId, chatId, userId],
  )
  if (cast.length === 0) throw await whyNotCast(em, { chatId, messageId, userId })
}

type Found = { user_id: string; role: string | null }

async function whyNotCast(
  em: EntityManager,
  { chatId, messageId, userId }: Omit<VoteInput, 'isUpvoted'>,
): Promise<AppError> {
  const [found] = await em.execute<Found[]>(
    `select c.user_id, m.role
       from chat c left join message m on m.chat_id = c.id and m.id = ?
      where c.id = ?`,
    [messageId, chatId],
  )
  if (!found) return new AppError('not-found', 'There is no chat with this chatId.')
  if (!found.role) {
    return new AppError('not-found', 'There is no message with this messageId in the chat.')
  }
  if (found.user_id !== userId) {
    return new AppError('not-owner', 'This chat belongs to another account.')
  }
  return new AppError('invalid', "Only an assistant's message can be voted on.", {
    errors: [{ path: 'messageId', message: "is not an assistant's message" }],
  })
}
