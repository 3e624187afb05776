import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { JobProducer } from '../jobs/producer.ts'
import { OPEN_STATUSES } from './suggestion-request.ts'

/** A request that has been open for this long is enqueued again. */
const LOST_SECONDS = 60
/** A request that has been open for this long has failed. */
const EXPIRED_SECONDS = 24 * 3600
/** Requests of one run at most. */
const BATCH = 100

/**
 * Enqueues the open requests whose job never reached the queue, because it did
 * not answer. The queue ignores a job that it has already. Requests that are a
 * day old are marked as failed instead.
 *
 * @returns how many were enqueued
 */
export async function enqueueLostSuggestions(
  em: EntityManager,
  jobs: Pick<JobProducer, 'enqueue'>,
): Promise<number> {
  await kysely(em)
    .updateTable('SuggestionRequest')
    .set({ status: 'failed' })
    .where('status', 'in', OPEN_STATUSES)
    .where('createdAt', '<', secondsAgo(EXPIRED_SECONDS))
    .execute()
  const lost = await kysely(em)
    .selectFrom('SuggestionRequest')
    .select(['id', 'documentId', 'documentCreatedAt', 'userId'])
    .where('status', 'in', OPEN_STATUSES)
    .where('createdAt', '<', secondsAgo(LOST_SECONDS))
    .orderBy('createdAt')
    .limit(BATCH)
    .execute()
  for (const { id, ...request } of lost) {
    await jobs.enqueue('generate-suggestions', id, {
      ...request,
      suggestionRequestId: id,
      requestId: 'clean-up',
    })
  }
  return lost.length
}
