import type { EntityManager } from '#db/orm.ts'
import { deleteAbandonedGuests } from './delete-abandoned-guests.ts'

/** Signs out: the token is worth nothing from now on. */
export async function deleteSession(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await em.execute('delete from session where id = ? and user_id = ?', [id, userId])
  await deleteAbandonedGuests(em, [userId])
}

/**
 * Signs a user out everywhere else. API tokens stay: they are revoked one by one.
 *
 * @param keepId the session that stays
 * @returns how many sessions were ended
 */
export async function deleteOtherSessions(
  em: EntityManager,
  { userId, keepId }: { userId: string; keepId: string },
): Promise<number> {
  const rows = await em.execute<unknown[]>(
    'delete from session where user_id = ? and name is null and id <> ? returning id',
    [userId, keepId],
  )
  return rows.length
}

/**
 * Removes expired sessions and API tokens, and the guests who had nothing but
 * that. Part of the clean-up job; safe to run in several processes at once.
 *
 * @param limit sessions at most, so that one run stays short
 * @returns how many sessions were removed; `limit` means there may be more
 */
export async function deleteExpiredSessions(em: EntityManager, limit = 1_000): Promise<number> {
  const rows = await em.execute<{ user_id: string }[]>(
    `delete from session where id in (
       select id from session where expires_at <= now()
        order by expires_at limit ? for update skip locked
     ) returning user_id`,
    [limit],
  )
  await deleteAbandonedGuests(
    em,
    rows.map((row) => row.user_id),
  )
  return rows.length
}
