import { randomUUID } from 'node:crypto'
import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { SESSION_SECONDS } from './find-session.ts'
import { createToken, hashToken } from './session-token.ts'

export type NewSession = {
  /** What the client keeps; the database has only its hash. */
  token: string
  expiresAt: string
}

/** Signs a user in: makes a browser session that lasts {@link SESSION_SECONDS}. */
export async function createSession(
  em: EntityManager,
  { userId }: { userId: string },
): Promise<NewSession> {
  const token = createToken()
  const [row] = await em.execute<{ expires_at: string | Date }[]>(
    `insert into session (id, token_hash, user_id, expires_at)
     values (?, ?, ?, now() + make_interval(secs => ?)) returning expires_at`,
    [randomUUID(), hashToken(token), userId, SESSION_SECONDS],
  )
  if (!row) throw new Error('The session was not inserted.')
  return { token, expiresAt: toIsoString(row.expires_at) }
}
