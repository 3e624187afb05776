import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { assertOwned } from '../ownership.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Finds the message of the user's chat whose id begins so.
 *
 * @returns its id; null when there is none
 * @throws {AppError} not-found, not-owner
 */
export async function findMessage(
  em: EntityManager,
  { chatId, userId, idStart }: { chatId: string; userId: string; idStart: string },
): Promise<string | null> {
  const first = idStart + FIRST_ID.slice(idStart.length)
  const last = idStart + LAST_ID.slice(idStart.length)
  const isStart = UUID.test(first)
  const row = await kysely(em)
    .selectFrom('Chat')
    .leftJoin('Message', (join) =>
      join
        .onRef('Message.chatId', '=', 'Chat.id')
        .on('Message.id', '>=', isStart ? first : LAST_ID)
        .on('Message.id', '<=', isStart ? last : FIRST_ID)
        .on('Message.replacedBy', 'is', null),
    )
    .where('Chat.id', '=', chatId)
    .orderBy('Message.position')
    .limit(1)
    .select(['Chat.userId', 'Message.id'])
    .executeTakeFirst()
  assertOwned('chat', row, userId)
  return row.id
}
