import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { hashToken } from './session-token.ts'

export type CurrentUser = { id: string; email: string | null; kind: 'guest' | 'registered' }

export type CurrentSession = {
  id: string
  user: CurrentUser
  /** The name of an API token; null for a browser session. */
  tokenName: string | null
  /** Null for an API token that never expires. */
  expiresAt: string | null
  /** Set when the expiry was just moved on, so that the cookie is sent again. */
  renewedToken?: string
}

type Row = {
  id: string
  name: string | null
  expires_at: string | Date | null
  stale: boolean
  user_id: string
  email: string | null
}

export const SESSION_SECONDS = 30 * 24 * 3600

/** How often, in minutes, a session in use writes that it is. */
const RENEW_MINUTES = 60

/**
 * Finds a session that has not expired, with its user, in one query. A browser
 * session in use slides on: its expiry is moved at most once an hour. An API
 * token notes its first use, and then its use once an hour.
 */
export async function findSession(
  em: EntityManager,
  token: string,
): Promise<CurrentSession | null> {
  const [row] = await executePrepared<Row>(
    em,
    `select s.id, s.name, s.expires_at, u.id as user_id, u.email,
            (s.last_used_at < now() - interval '${RENEW_MINUTES} minutes'
              or (s.name is not null and s.last_used_at = s.created_at)) as stale
       from session s join user_account u on u.id = s.user_id
      where s.token_hash = $1 and (s.expires_at is null or s.expires_at > now())`,
    [hashToken(token)],
  )
  if (!row) return null
  const session: CurrentSession = {
    id: row.id,
    tokenName: row.name,
    expiresAt: row.expires_at && toIsoString(row.expires_at),
    user: { id: row.user_id, email: row.email, kind: row.email ? 'registered' : 'guest' },
  }
  return row.stale ? renew(em, session, token) : session
}

async function renew(em: EntityManager, session: CurrentSession, token: string) {
  const isApiToken = session.tokenName !== null
  const [row] = await em.execute<{ expires_at: string | Date | null }[]>(
    `update session set last_used_at = now(),
            expires_at = case when name is null
              then now() + make_interval(secs => ?) else expires_at end
      where id = ? returning expires_at`,
    [SESSION_SECONDS, session.id],
  )
  if (!row || isApiToken) return session
  return {
    ...session,
    expiresAt: row.expires_at && toIsoString(row.expires_at),
    renewedToken: token,
  }
}
