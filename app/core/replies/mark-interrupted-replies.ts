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
  await settleChats(em, await listChatIdsToSettle(em))
  return marked
}

/**
 * Each chat is settled in a transaction of its own: they are few, as many as
 * retries were being written when a process died, and locking them all at once
 * could deadlock with turns. One that fails does not stop the others.
 *
 * @throws {AggregateError} when some have failed
 */
async function settleChats(em: EntityManager, chatIds: string[]): Promise<void> {
  const failures: unknown[] = []
  for (const chatId of chatIds) {
    await settleReplaced(em, chatId).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `Chats whose replaced messages could not be settled: ${failures.length}.`,
    )
  }
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
    .where('replaced.branchId', 'is', null)
    .where(({ eb, or }) => or([eb('reply.id', 'is', null), eb('reply.status', '<>', 'streaming')]))
    .execute()
  return chats.map(({ chatId }) => chatId)
}
