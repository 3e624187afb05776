import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import type { JobProducer } from '../jobs/producer.ts'

type OpenRequest = { id: string; document_id: string; document_created_at: string; user_id: string }

/** A request is looked after once it has been open for this long. */
const STRANDED_MINUTES = 1
/** A request that has not ended by then never will. */
const GIVE_UP_HOURS = 24
const BATCH = 100

/**
 * Enqueues the requests whose job never reached the queue (it was away); where
 * the job is there, this changes nothing. Gives up on those of a day ago.
 *
 * @returns how many were looked after
 */
export async function sweepSuggestionRequests(
  em: EntityManager,
  jobs: Pick<JobProducer, 'enqueue'>,
): Promise<number> {
  await em.execute(
    `update suggestion_request set status = 'failed'
      where status in ('queued', 'running')
        and created_at < now() - interval '${GIVE_UP_HOURS} hours'`,
  )
  const open = await em.execute<OpenRequest[]>(
    `select id, document_id, document_created_at, user_id from suggestion_request
      where status in ('queued', 'running')
        and created_at < now() - interval '${STRANDED_MINUTES} minutes'
      order by created_at limit ${BATCH}`,
  )
  for (const request of open) {
    await jobs.enqueue('generate-suggestions', request.id, {
      suggestionRequestId: request.id,
      documentId: request.document_id,
      documentCreatedAt: toIsoString(request.document_created_at),
      userId: request.user_id,
      requestId: 'clean-up',
    })
  }
  return open.length
}
