import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { Services } from '../services.server.ts'
import { titleJobId } from './chat-title.ts'

/** Age of the chats that are looked at, in seconds: a younger one may be about to be enqueued. */
const MIN_AGE = 30
const MAX_AGE = 24 * 3_600
/** Chats of one run at most. */
const BATCH = 100

/**
 * Enqueues the titles whose job never reached the queue, because it did not
 * answer or because the web process died after it had stored the chat. The
 * queue ignores a job whose id it knows, so a title that has failed for good is
 * not tried again.
 *
 * @returns how many chats had no title
 */
export async function enqueueLostTitles({
  orm,
  jobs,
}: Pick<Services, 'orm' | 'jobs'>): Promise<number> {
  const chats = await kysely(orm.em.fork())
    .selectFrom('Chat')
    .where('titleSource', '=', 'provisional')
    .where('createdAt', '>=', secondsAgo(MAX_AGE))
    .where('createdAt', '<=', secondsAgo(MIN_AGE))
    .orderBy('createdAt', 'desc')
    .limit(BATCH)
    .select(['id', 'userId', 'createdAt'])
    .execute()
  await Promise.all(
    chats.map(({ id, userId, createdAt }) =>
      jobs.enqueue('generate-title', titleJobId(id, createdAt), {
        chatId: id,
        userId,
        requestId: 'clean-up',
      }),
    ),
  )
  return chats.length
}
