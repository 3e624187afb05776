import { kysely } from '#db/kysely.ts'
import { aliveSince } from '../chat/heartbeat.ts'
import type { Services } from '../services.server.ts'

/** Marks the replies whose process died as interrupted. */
export async function markInterruptedReplies({ orm }: Pick<Services, 'orm'>): Promise<number> {
  const { numUpdatedRows } = await kysely(orm.em.fork())
    .updateTable('Message')
    .set({ status: 'interrupted' })
    .where('status', '=', 'streaming')
    .where('heartbeatAt', '<', aliveSince())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
