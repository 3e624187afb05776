import { now } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deviceName } from './device-name.ts'

/** Sessions that are listed: a program may have signed in thousands of times. */
const SHOWN = 50

export type ListedSession = {
  id: string
  /** In plain words, from what the browser called itself. */
  device: string
  createdAt: string
  /** To the hour. */
  lastUsedAt: string
}

/**
 * Lists where a user is signed in, the last used first. API tokens are another list.
 *
 * @returns the newest of them, and how many there are
 */
export async function listSessions(
  em: EntityManager,
  { userId }: { userId: string },
): Promise<{ sessions: ListedSession[]; count: number }> {
  const live = kysely(em)
    .selectFrom('Session')
    .where('userId', '=', userId)
    .where('name', 'is', null)
    .where('expiresAt', '>', now())
  const rows = await live
    .select(['id', 'userAgent', 'createdAt', 'lastUsedAt'])
    .select(({ fn }) => fn.countAll<number>().over().as('count'))
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  const sessions = rows.map(({ userAgent, count: _, ...row }) => ({
    ...row,
    device: deviceName(userAgent),
  }))
  return { sessions, count: Number(rows[0]?.count ?? 0) }
}
