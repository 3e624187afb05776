import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { Turn } from './claim-turn.ts'

/**
 * Runs what a tool writes in a transaction, which is committed only if the reply
 * is still written by this process then.
 *
 * The reply's row is locked last, and thus for a moment only: the write may have
 * to wait (for another save of the same document, say), and meanwhile the row
 * would hold up the one statement that renews the heartbeats of all replies.
 *
 * @throws when the reply was taken from it, or is gone; nothing is written
 */
export function writeAsReply<T>(
  em: EntityManager,
  { replyId, generationId }: Pick<Turn, 'replyId' | 'generationId'>,
  write: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return em.transactional(async (tx) => {
    const written = await write(tx)
    const reply = await kysely(tx)
      .selectFrom('Message')
      .select('id')
      .where('id', '=', replyId)
      .where('generationId', '=', generationId)
      .forShare()
      .executeTakeFirst()
    if (!reply) throw new Error('The reply is no longer written by this process.')
    return written
  })
}
