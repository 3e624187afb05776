import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Longer than a process keeps a reply that has ended for readers who are slow. */
const LEFTOVER_SECONDS = 120

/**
 * Deletes what processes that died have left in the relay's table: batches of
 * replies that are not being written any more, and to which nothing was added
 * for a while: a slow reader of one that has just ended still needs them all. (In
 * Redis they expire.)
 *
 * @returns how many batches there were
 */
export async function deleteLeftoverBatches(em: EntityManager): Promise<number> {
  const { numDeletedRows } = await kysely(em)
    .deleteFrom('RelayBatch')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('RelayBatch as later')
            .whereRef('later.replyId', '=', 'RelayBatch.replyId')
            .where('later.createdAt', '>=', secondsAgo(LEFTOVER_SECONDS))
            .select('later.replyId'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('Message')
            .whereRef('Message.id', '=', 'RelayBatch.replyId')
            .where('Message.status', '=', 'streaming')
            .select('Message.id'),
        ),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
