import type { EntityManager } from '#db/orm.ts'

/**
 * Removes those of some users who are guests that nobody can sign in as and
 * that have nothing: no live session, chat, document or upload.
 *
 * @param userIds whose last session may just have ended
 * @returns how many were removed
 */
export async function deleteAbandonedGuests(em: EntityManager, userIds: string[]): Promise<number> {
  if (userIds.length === 0) return 0
  const rows = await em.execute<unknown[]>(
    `delete from user_account u
      where u.id = any(string_to_array(?, ',')::uuid[]) and u.email is null
        and not exists (select 1 from session s where s.user_id = u.id
                          and (s.expires_at is null or s.expires_at > now()))
        and not exists (select 1 from chat c where c.user_id = u.id)
        and not exists (select 1 from document d where d.user_id = u.id)
        and not exists (select 1 from upload f where f.user_id = u.id)
      returning u.id`,
    [userIds.join(',')],
  )
  return rows.length
}
