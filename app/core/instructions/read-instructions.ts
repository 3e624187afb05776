import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/** What a user wants replies to follow: in all chats, and in one. */
export type Instructions = { account: string | null; chat: string | null }

const selectInstructions = prepared((db, p: { userId: string; chatId: string }) =>
  db
    .selectFrom('User')
    .leftJoin('Chat', (join) =>
      join.on('Chat.id', '=', p.chatId).onRef('Chat.userId', '=', 'User.id'),
    )
    .select(['User.instructions as account', 'Chat.instructions as chat'])
    .where('User.id', '=', p.userId),
)

/**
 * Reads what a user wants the replies of a chat to follow. A chat that is not there
 * yet, or another user's, has none.
 */
export async function readInstructions(
  em: EntityManager,
  input: { userId: string; chatId: string },
): Promise<Instructions> {
  const [row] = await selectInstructions(em, input)
  return row ?? { account: null, chat: null }
}
