import { randomUUID } from 'node:crypto'
import { secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { keptUserAgent } from './device-name.ts'
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
  { userId, userAgent }: { userId: string; userAgent?: string | null | undefined },
): Promise<NewSession> {
  const token = createToken()
  const { expiresAt } = await kysely(em)
    .insertInto('Session')
    .values({
      id: randomUUID(),
      tokenHash: hashToken(token),
      userId,
      userAgent: keptUserAgent(userAgent),
      expiresAt: secondsFromNow(SESSION_SECONDS),
    })
    .returning('expiresAt')
    .$narrowType<{ expiresAt: string }>()
    .executeTakeFirstOrThrow()
  return { token, expiresAt }
}
