import { setTimeout as sleep } from 'node:timers/promises'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { aliveSince } from '../chat/heartbeat.ts'
import type { Services } from '../services.server.ts'
import { settleReplaced } from './settle-replaced.ts'

/**
 * A process that could not reach the database renews its heartbeats within a
 * second once it can again, so replies without one are looked at twice.
 */
const SECOND_LOOK_MS = 3_000

/**
 * Marks the replies whose process died as interrupted, and brings back what
 * they had replaced where they have no part. Should a process only have been
 * frozen, it has lost these replies: nothing more of them is stored.
 *
 * @returns how many replies were marked
 */
export async function markInterruptedReplies({ orm }: Pick<Services, 'orm'>): Promise<number> {
  const em = orm.em.fork()
  const ids = await listReplyIdsWithoutProcess(em)
  if (ids.length > 0) await sleep(SECOND_LOOK_MS)
  const marked = ids.length > 0 ? await markReplies(em, ids) : 0
  for (const chatId of await listChatIdsToSettle(em)) await settleReplaced(em, chatId)
  return marked
}

async function listReplyIdsWithoutProcess(em: EntityManager): Promise<string[]> {
  const replies = await kysely(em)
    .selectFrom('Message')
    .select('id')
    .where('status', '=', 'streaming')
    .where('heartbeatAt', '<', aliveSince())
    .execute()
  return replies.map(({ id }) => id)
}

async function markReplies(em: EntityManager, ids: string[]): Promise<number> {
  const { numUpdatedRows } = await kysely(em)
    .updateTable('Message')
    .set({ status: 'interrupted', generationId: null })
    .where('id', 'in', ids)
    .where('status', '=', 'streaming')
    .where('heartbeatAt', '<', aliveSince())
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Lists the chats with replaced messages whose reply has ended, or is gone. */
async function listChatIdsToSettle(em: EntityManager): Promise<string[]> {
  const chats = await kysely(em)
    .selectFrom('Message as replaced')
    .leftJoin('Message as reply', 'reply.id', 'replaced.replacedBy')
    .select('replaced.chatId')
    .distinct()
    .where('replaced.replacedBy', 'is not', null)
    .where(({ eb, or }) => or([eb('reply.id', 'is', null), eb('reply.status', '<>', 'streaming')]))
    .execute()
  return chats.map(({ chatId }) => chatId)
}
