import { now, secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** How often an open page's lease is renewed. */
export const RENEW_MS = 60_000
/** One that could not be renewed twice in a row ends. */
const LEASE_SECONDS = 150

/**
 * Has the triggers signal what changes for a user, for the next two and a half minutes.
 *
 * @returns whether the session is still there
 */
export async function keepLive(
  em: EntityManager,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const user = await kysely(em)
    .updateTable('User')
    .set({ liveUntil: secondsFromNow(LEASE_SECONDS) })
    .where('id', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('Session')
          .select('Session.id')
          .where('Session.id', '=', sessionId)
          .where('Session.userId', '=', userId)
          .where((eb) =>
            eb.or([eb('Session.expiresAt', 'is', null), eb('Session.expiresAt', '>', now())]),
          ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return user !== undefined
}
