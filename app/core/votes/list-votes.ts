import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { notOwner } from '../ownership.ts'
import type { Vote } from './vote-schema.ts'

const selectVotes = prepared((db, p: { chatId: string; userId: string }) =>
  db
    .selectFrom('Vote')
    .innerJoin('Chat', 'Chat.id', 'Vote.chatId')
    .innerJoin('Message', 'Message.id', 'Vote.messageId')
    .select(['Vote.chatId', 'Vote.messageId', 'Vote.isUpvoted'])
    .where('Vote.chatId', '=', p.chatId)
    .where('Chat.userId', '=', p.userId)
    .where('Message.replacedBy', 'is', null)
    .orderBy('Message.position'),
)

/**
 * Lists the votes of a user's chat; none when the chat is unknown, because the
 * page of a new chat asks before its first message is sent.
 *
 * @throws {AppError} not-owner
 */
export async function listVotes(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<Vote[]> {
  const votes = await selectVotes(em, { chatId, userId })
  if (votes.length === 0 && (await isOtherUsersChat(em, chatId, userId))) throw notOwner('chat')
  return votes
}

async function isOtherUsersChat(em: EntityManager, chatId: string, userId: string) {
  const chat = await kysely(em)
    .selectFrom('Chat')
    .select('userId')
    .where('id', '=', chatId)
    .executeTakeFirst()
  return chat !== undefined && chat.userId !== userId
}
