import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Chats at most; each takes one step in an index, however many messages wait in it. */
const MOST = 5_000

/**
 * Finds the chats with messages that have no words for the search yet, in the
 * order of their ids, from one on and then from the first.
 */
export async function findChatsWithoutWords(
  em: EntityManager,
  from: string,
): Promise<{ chatId: string; userId: string }[]> {
  const chats = await findFrom(em, from)
  if (chats.length >= MOST) return chats
  const first = await findFrom(em, '00000000-0000-0000-0000-000000000000')
  return [...chats, ...first.filter(({ chatId }) => chatId < from)].slice(0, MOST)
}

async function findFrom(em: EntityManager, from: string) {
  return kysely(em)
    .withRecursive('found(id)', (cte) =>
      cte
        .selectFrom((db) =>
          db
            .selectFrom('Message')
            .select('chatId as id')
            .where('search', 'is', null)
            .where('chatId', '>=', from)
            .orderBy('chatId')
            .limit(1)
            .as('first'),
        )
        .select('first.id')
        .unionAll((db) =>
          db
            .selectFrom('found')
            .innerJoinLateral(
              (lateral) =>
                lateral
                  .selectFrom('Message')
                  .select('Message.chatId as id')
                  .where('Message.search', 'is', null)
                  .whereRef('Message.chatId', '>', 'found.id')
                  .orderBy('Message.chatId')
                  .limit(1)
                  .as('next'),
              (join) => join.onTrue(),
            )
            .select('next.id'),
        ),
    )
    .selectFrom((db) => db.selectFrom('found').select('id').limit(MOST).as('some'))
    .innerJoin('Chat', 'Chat.id', 'some.id')
    .select(['Chat.id as chatId', 'Chat.userId'])
    .execute()
}
