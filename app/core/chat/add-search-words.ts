import { randomUUID } from 'node:crypto'
import { messageSearchWords } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { findChatsWithoutWords } from './find-chats-without-words.ts'

/** Messages of one run at most, so that a run stays short. */
const MOST = 1_000

/**
 * Adds the words to messages that were stored without them, because many were
 * written together (docs/decisions/0011-search.md, "Long histories"). Users take
 * turns, a message each, so that the histories of one do not hold up those of
 * the others. Each message is a statement of its own, so that none takes long.
 * Several runs at once do no harm.
 *
 * @param limit messages at most
 * @returns how many messages were given their words
 */
export async function addSearchWords(em: EntityManager, limit = MOST): Promise<number> {
  // From a random chat on: a run looks at a part of them when there are very many.
  const chats = await findChatsWithoutWords(em, randomUUID())
  const waiting = Map.groupBy(chats, ({ userId }) => userId)
  let added = 0
  while (waiting.size > 0) {
    for (const [userId, ofUser] of waiting) {
      if (added >= limit) return added
      if (await addWordsInOneOf(em, ofUser)) added += 1
      else waiting.delete(userId)
    }
  }
  return added
}

/** Removes the chats from the list that have nothing to do any more. */
async function addWordsInOneOf(em: EntityManager, chats: { chatId: string }[]): Promise<boolean> {
  for (let chat = chats.at(-1); chat; chat = chats.at(-1)) {
    if (await addWordsToFirst(em, chat.chatId)) return true
    chats.pop()
  }
  return false
}

async function addWordsToFirst(em: EntityManager, chatId: string): Promise<boolean> {
  const { numUpdatedRows } = await kysely(em)
    .updateTable('Message')
    .set({ search: messageSearchWords() })
    .where('id', '=', (db) =>
      db
        .selectFrom('Message')
        .select('id')
        .where('chatId', '=', chatId)
        .where('search', 'is', null)
        .orderBy('position')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
