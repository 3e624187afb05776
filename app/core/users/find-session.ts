import { now, secondsAgo, secondsFromNow, today } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { hashToken } from './session-token.ts'

export type CurrentUser = { id: string; email: string | null; kind: 'guest' | 'registered' }

export type CurrentSession = {
  id: string
  user: CurrentUser
  /** The name of an API token; null for a browser session. */
  tokenName: string | null
  /** Null for an API token that never expires. */
  expiresAt: string | null
  /** Tokens that the user has spent on this day (UTC), see `assertTokensLeft`. */
  tokensToday: number
  /** Set when the expiry was just moved on, so that the cookie is sent again. */
  renewedToken?: string
}

/** How long a browser session lasts after its last use: 30 days. */
export const SESSION_SECONDS = 30 * 24 * 3600

/** Seconds after which a further use of a session is written to its row. */
const RENEW_AFTER_SECONDS = 3600

const findByTokenHash = prepared((db, { tokenHash }: { tokenHash: string }) =>
  db
    .selectFrom('Session')
    .innerJoin('User', 'User.id', 'Session.userId')
    .select((eb) => [
      'Session.id',
      'Session.name',
      'Session.expiresAt',
      'Session.userId',
      'User.email',
      eb
        .case()
        .when('User.tokensDay', '=', today())
        .then(eb.ref('User.tokensToday'))
        .else(0)
        .end()
        .as('tokensToday'),
      eb
        .or([
          eb('Session.lastUsedAt', '<', secondsAgo(RENEW_AFTER_SECONDS)),
          // The first use of an API token.
          eb('Session.name', 'is not', null).and(
            'Session.lastUsedAt',
            '=',
            eb.ref('Session.createdAt'),
          ),
        ])
        .as('isDue'),
    ])
    .where('Session.tokenHash', '=', tokenHash)
    .where((eb) => eb('Session.expiresAt', 'is', null).or('Session.expiresAt', '>', now())),
)

/**
 * Finds a session that has not expired, with its user, in one query. The
 * expiry of a browser session in use is moved on, at most once an hour. An API
 * token notes its first use, and then its use once an hour.
 */
export async function findSession(
  em: EntityManager,
  token: string,
): Promise<CurrentSession | null> {
  const [row] = await findByTokenHash(em, { tokenHash: hashToken(token) })
  if (!row) return null
  const session: CurrentSession = {
    id: row.id,
    tokenName: row.name,
    expiresAt: row.expiresAt,
    tokensToday: row.tokensToday,
    user: { id: row.userId, email: row.email, kind: row.email ? 'registered' : 'guest' },
  }
  return row.isDue ? renew(em, session, token) : session
}

async function renew(em: EntityManager, session: CurrentSession, token: string) {
  const isApiToken = session.tokenName !== null
  const renewed = await kysely(em)
    .updateTable('Session')
    .set({
      lastUsedAt: now(),
      ...(!isApiToken && { expiresAt: secondsFromNow(SESSION_SECONDS) }),
    })
    .where('id', '=', session.id)
    .returning('expiresAt')
    .executeTakeFirst()
  if (!renewed || isApiToken) return session
  return { ...session, expiresAt: renewed.expiresAt, renewedToken: token }
}
