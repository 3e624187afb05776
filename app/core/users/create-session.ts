import { randomUUID } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
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

type Input = {
  userId: string
  userAgent?: string | null | undefined
  /** The hash that the password fitted, of whoever signs in with one. */
  passwordHash?: string | undefined
}

/**
 * Signs a user in: makes a browser session that lasts {@link SESSION_SECONDS}.
 *
 * @throws {AppError} unauthenticated when the password was changed, or the account
 *   closed, since it was checked: that has ended all sessions but this one
 */
export async function createSession(
  em: EntityManager,
  { userId, userAgent, passwordHash }: Input,
): Promise<NewSession> {
  const token = createToken()
  const created = await kysely(em)
    .insertInto('Session')
    .columns(['id', 'tokenHash', 'userId', 'userAgent', 'expiresAt'])
    .expression((db) =>
      db
        .selectFrom('User')
        .select((eb) => [
          eb.val(randomUUID()).as('id'),
          eb.val(hashToken(token)).as('tokenHash'),
          'User.id as userId',
          eb.val(keptUserAgent(userAgent)).as('userAgent'),
          secondsFromNow(SESSION_SECONDS).as('expiresAt'),
        ])
        .where('User.id', '=', userId)
        .where('User.closedAt', 'is', null)
        .$if(passwordHash !== undefined, (query) =>
          query.where('User.passwordHash', '=', passwordHash ?? null),
        )
        // Waits for whoever changes the password, and looks at the row again then.
        .forShare(),
    )
    .returning('expiresAt')
    .$narrowType<{ expiresAt: string }>()
    .executeTakeFirst()
  if (!created) {
    throw new AppError('unauthenticated', 'The account has just been changed. Sign in again.')
  }
  return { token, expiresAt: created.expiresAt }
}
