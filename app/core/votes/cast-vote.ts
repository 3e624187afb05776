import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { notOwner } from '../ownership.ts'

type VoteInput = { chatId: string; messageId: string; userId: string; isUpvoted: boolean }

// The row locks keep the message until the vote is in: a message that is
// deleted in between is then "not found", not a broken foreign key. They are
// taken in the order of the tables here: the chat first, as a delete takes them.
const upsertVote = prepared((db, p: VoteInput) =>
  db
    .insertInto('Vote')
    .columns(['chatId', 'messageId', 'isUpvoted'])
    .expression((eb) =>
      eb
        .selectFrom('Chat')
        .innerJoin('Message', 'Message.chatId', 'Chat.id')
        .select(({ val }) => ['Message.chatId', 'Message.id', val(p.isUpvoted).as('isUpvoted')])
        .where('Message.id', '=', p.messageId)
        .where('Message.chatId', '=', p.chatId)
        .where('Message.role', '=', 'assistant')
        .where('Message.replacedBy', 'is', null)
        .where('Chat.userId', '=', p.userId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['chatId', 'messageId'])
        .doUpdateSet(({ ref }) => ({ isUpvoted: ref('excluded.isUpvoted') })),
    )
    .returning('messageId'),
)

/**
 * Records or changes a user's vote on an assistant's message, in one statement.
 *
 * @throws {AppError} not-found: unknown chat, or no such message in it;
 *   not-owner: another user's chat; invalid: the message is not an assistant's
 */
export async function castVote(em: EntityManager, vote: VoteInput): Promise<void> {
  const cast = await upsertVote(em, vote)
  if (cast.length === 0) throw await whyNotCast(em, vote)
}

async function whyNotCast(
  em: EntityManager,
  { chatId, messageId, userId }: VoteInput,
): Promise<AppError> {
  const chat = await kysely(em)
    .selectFrom('Chat')
    .leftJoin('Message', (join) =>
      join
        .onRef('Message.chatId', '=', 'Chat.id')
        .on('Message.id', '=', messageId)
        .on('Message.replacedBy', 'is', null),
    )
    .select(['Chat.userId', 'Message.role'])
    .where('Chat.id', '=', chatId)
    .executeTakeFirst()
  if (!chat) return new AppError('not-found', 'There is no chat with this chatId.')
  if (!chat.role) {
    return new AppError('not-found', 'There is no message with this messageId in the chat.')
  }
  if (chat.userId !== userId) return notOwner('chat')
  return new AppError('invalid', "Only an assistant's message can be voted on.", {
    errors: [{ path: 'messageId', message: "is not an assistant's message" }],
  })
}
