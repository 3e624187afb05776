import { AppError } from '#core/app-error.ts'
import { Session } from '#db/entities/session.ts'
import { now } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Signs out: the session's token is worth nothing from now on. */
export async function deleteSession(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await em.nativeDelete(Session, { id, userId })
  await deleteAbandonedGuests(em, [userId])
}

/**
 * Ends another session of a user, as the list of them offers it. API tokens are revoked instead.
 *
 * @throws {AppError} not-found
 */
export async function endSession(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if ((await em.nativeDelete(Session, { id, userId, name: null })) > 0) return
  throw new AppError('not-found', 'There is no such session. It may have ended already.')
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
  return em.nativeDelete(Session, { userId, name: null, id: { $ne: keepId } })
}

/**
 * Removes expired sessions and API tokens, and the guests who had nothing but
 * that. Part of the clean-up job; safe to run in several processes at once.
 *
 * @param limit sessions at most, so that one run stays short
 * @returns how many sessions were removed; `limit` means there may be more
 */
export async function deleteExpiredSessions(em: EntityManager, limit = 1_000): Promise<number> {
  const deleted = await kysely(em)
    .deleteFrom('Session')
    .where('id', 'in', (db) =>
      db
        .selectFrom('Session')
        .select('id')
        .where('expiresAt', '<=', now())
        .orderBy('expiresAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning('userId')
    .execute()
  await deleteAbandonedGuests(
    em,
    deleted.map(({ userId }) => userId),
  )
  return deleted.length
}

/**
 * Removes those of the given users who are guests without a live session, whom
 * nobody can sign in as any more, and who have no chat, document or upload.
 *
 * @param userIds whose last session may just have ended
 */
async function deleteAbandonedGuests(em: EntityManager, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return
  await kysely(em)
    .deleteFrom('User')
    .where('id', 'in', [...new Set(userIds)])
    .where('email', 'is', null)
    .where(({ and, exists, not, selectFrom }) => {
      const ownedIn = (table: 'Chat' | 'Document' | 'Upload') =>
        selectFrom(table).select('id').whereRef(`${table}.userId`, '=', 'User.id')
      const liveSession = selectFrom('Session')
        .select('id')
        .whereRef('Session.userId', '=', 'User.id')
        .where((eb) => eb('expiresAt', 'is', null).or('expiresAt', '>', now()))
      return and([
        not(exists(liveSession)),
        not(exists(ownedIn('Chat'))),
        not(exists(ownedIn('Document'))),
        not(exists(ownedIn('Upload'))),
      ])
    })
    .execute()
}
