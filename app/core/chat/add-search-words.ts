import { messageSearchWords } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Messages of one run at most, so that a run stays short. */
const MOST = 1_000

/**
 * Adds the words to messages that were stored without them, because many were
 * written together (docs/decisions/0011-search.md, "Long histories"). Each is a
 * statement of its own, so that none takes long. Several runs at once do no harm.
 *
 * @param limit messages at most
 * @returns how many messages were given their words
 */
export async function addSearchWords(em: EntityManager, limit = MOST): Promise<number> {
  let added = 0
  while (added < limit && (await addWordsToOldest(em))) added += 1
  return added
}

async function addWordsToOldest(em: EntityManager): Promise<boolean> {
  const { numUpdatedRows } = await kysely(em)
    .updateTable('Message')
    .set({ search: messageSearchWords() })
    .where('id', '=', (db) =>
      db
        .selectFrom('Message')
        .select('id')
        .where('search', 'is', null)
        .orderBy('createdAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
