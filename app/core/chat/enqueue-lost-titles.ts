import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { Services } from '../services.server.ts'
import { titleJobId } from './chat-title.ts'

/** Titles that were never enqueued are looked for among chats of this age, in seconds. */
const LOST_TITLES = { from: 24 * 3_600, to: 30, limit: 100 }

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
  const chats = await kysely(orm.em.fork())
    .selectFrom('Chat')
    .where('titleSource', '=', 'provisional')
    .where('createdAt', '>=', secondsAgo(from))
    .where('createdAt', '<=', secondsAgo(to))
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .select(['id', 'createdAt'])
    .execute()
  await Promise.all(
    chats.map(({ id, createdAt }) =>
      jobs.enqueue('generate-title', titleJobId(id, createdAt), {
        chatId: id,
        requestId: 'clean-up',
      }),
    ),
  )
  return chats.length
}
