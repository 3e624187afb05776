import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { Turn } from './claim-turn.ts'

/**
 * Runs what a tool writes in a transaction, in which the reply cannot be taken
 * from the process that writes it.
 *
 * @throws when the reply was taken from it already, or is gone; nothing is written
 */
export function writeAsReply<T>(
  em: EntityManager,
  { replyId, generationId }: Pick<Turn, 'replyId' | 'generationId'>,
  write: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return em.transactional(async (tx) => {
    const reply = await kysely(tx)
      .selectFrom('Message')
      .select('id')
      .where('id', '=', replyId)
      .where('generationId', '=', generationId)
      .forShare()
      .executeTakeFirst()
    if (!reply) throw new Error('The reply is no longer written by this process.')
    return write(tx)
  })
}
