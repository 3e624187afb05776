import { randomUUID } from 'node:crypto'
import type { AliasableExpression, ExpressionBuilder } from 'kysely'
import { AppError } from '#core/app-error.ts'
import { Session } from '#db/entities/session.ts'
import { now, secondsFromNow } from '#db/expressions.ts'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { createToken, hashToken } from './session-token.ts'
import type { ApiToken, NewApiToken } from './user-schema.ts'

/** Tokens that one user may have, so that a person can still read the list of them. */
const MAX_API_TOKENS = 50
const SECONDS_PER_DAY = 24 * 3600

/**
 * Makes an API token: a session with a name. It opens everything of its owner
 * but the account itself and its tokens (see `requireBrowserSession`).
 *
 * @param sessionId the browser session that asks for it; one that has ended
 *   meanwhile makes none, so that no token of a guest is left when the guest registers
 * @returns the token too, for the only time
 * @throws {AppError} unauthenticated; conflict at {@link MAX_API_TOKENS}
 */
export async function createApiToken(
  em: EntityManager,
  { userId, sessionId, name, expiresInDays }: NewApiToken & { userId: string; sessionId: string },
): Promise<ApiToken & { token: string }> {
  const token = createToken()
  const created = await em.transactional(async (tx) => {
    await lockUser(tx, userId)
    await assertSessionLives(tx, sessionId)
    // The count and the insert are one statement: without a row from the count
    // nothing is inserted.
    return kysely(tx)
      .insertInto('Session')
      .columns(['id', 'tokenHash', 'userId', 'name', 'expiresAt'])
      .expression((db) =>
        db
          .selectFrom('Session')
          .select((eb) => [
            eb.val(randomUUID()).as('id'),
            eb.val(hashToken(token)).as('tokenHash'),
            eb.val(userId).as('userId'),
            eb.val(name).as('name'),
            expiryOf(eb, expiresInDays).as('expiresAt'),
          ])
          .where('userId', '=', userId)
          .where(isLiveToken)
          .having((eb) => eb.fn.countAll(), '<', MAX_API_TOKENS),
      )
      .returning(['id', 'createdAt', 'expiresAt'])
      .executeTakeFirst()
  })
  if (!created) {
    throw new AppError(
      'conflict',
      `You have ${MAX_API_TOKENS} API tokens, which is the most. Revoke one that you no longer use.`,
    )
  }
  return { ...created, name, lastUsedAt: null, token }
}

/** Lists a user's API tokens that have not expired, newest first. */
export async function listApiTokens(
  em: EntityManager,
  { userId }: { userId: string },
): Promise<ApiToken[]> {
  return kysely(em)
    .selectFrom('Session')
    .select((eb) => [
      'id',
      'name',
      'createdAt',
      // A token that was never used still has the time of its creation here.
      eb.fn<string | null>('nullif', ['lastUsedAt', 'createdAt']).as('lastUsedAt'),
      'expiresAt',
    ])
    .where('userId', '=', userId)
    .where(isLiveToken)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .$narrowType<{ name: string }>()
    .execute()
}

/**
 * Revokes an API token: the next request with it gets 401.
 *
 * @throws {AppError} not-found when the user has no such token
 */
export async function revokeApiToken(
  em: EntityManager,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  const revoked = await em.nativeDelete(Session, { id, userId, name: { $ne: null } })
  if (revoked === 0) {
    throw new AppError(
      'not-found',
      'You have no API token with this id. It may be revoked already.',
    )
  }
}

/** Two requests at once wait for each other, so that they cannot both make the last token allowed. */
async function lockUser(tx: EntityManager, userId: string) {
  await kysely(tx)
    .selectFrom('User')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute()
}

/** Asserts this under the lock, which whoever ends the sessions of the user holds too. */
async function assertSessionLives(tx: EntityManager, sessionId: string) {
  if ((await tx.count(Session, { id: sessionId })) > 0) return
  throw new AppError('unauthenticated', 'Your session has ended. Sign in again.')
}

function expiryOf(
  eb: ExpressionBuilder<Database, 'Session'>,
  days: number | null,
): AliasableExpression<string | null> {
  return days === null ? eb.lit(null) : secondsFromNow(days * SECONDS_PER_DAY)
}

function isLiveToken(eb: ExpressionBuilder<Database, 'Session'>) {
  const isUnexpired = eb('expiresAt', 'is', null).or('expiresAt', '>', now())
  return eb('name', 'is not', null).and(isUnexpired)
}
