import { toIsoString } from '#db/iso-timestamp.ts'
import type { Services } from '../services.server.ts'
import { HEARTBEAT_STALE_SECONDS } from './claim-turn.ts'
import { titleJobId } from './title-job-id.ts'

/** Titles that were never enqueued are looked for among chats of this age. */
const LOST_TITLES = { from: '1 day', to: '30 seconds', limit: 100 }

/** Marks the replies whose process died as interrupted. */
export async function markInterruptedReplies({ orm }: Pick<Services, 'orm'>): Promise<number> {
  const rows = await orm.em.fork().execute<{ id: string }[]>(
    `update message set status = 'interrupted'
      where status = 'streaming'
        and heartbeat_at < now() - interval '${HEARTBEAT_STALE_SECONDS} seconds'
  returning id`,
  )
  return rows.length
}

/**
 * Enqueues the titles that were never enqueued, because the queue was away or
 * the web process died between the two. One job a chat, ever: the id of a
 * title that failed for good is still known to the queue, which ignores it.
 */
export async function enqueueLostTitles({
  orm,
  jobs,
}: Pick<Services, 'orm' | 'jobs'>): Promise<number> {
  const { from, to, limit } = LOST_TITLES
  const chats = await orm.em.fork().execute<{ id: string; created_at: string }[]>(
    `select id, created_at from chat
      where title_source = 'provisional'
        and created_at between now() - interval '${from}' and now() - interval '${to}'
      order by created_at desc limit ${limit}`,
  )
  await Promise.all(
    chats.map(({ id, created_at }) =>
      jobs.enqueue('generate-title', titleJobId(id, toIsoString(created_at)), {
        chatId: id,
        requestId: 'clean-up',
      }),
    ),
  )
  return chats.length
}
