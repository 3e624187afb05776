import { randomUUID } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import { PasswordReset } from '#db/entities/password-reset.ts'
import { Session } from '#db/entities/session.ts'
import { User } from '#db/entities/user.ts'
import { now, secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { hashPassword } from './password.ts'
import { createToken, hashToken } from './session-token.ts'

/** How long a link opens the account: an hour. */
const RESET_SECONDS = 3600

/**
 * Notes that a link is wanted for an account; whoever sends it makes its token.
 *
 * @param email as `emailSchema` gives it
 * @returns null where no account has the email
 */
export async function createReset(
  em: EntityManager,
  { email }: { email: string },
): Promise<{ id: string; userId: string } | null> {
  const user = await kysely(em)
    .selectFrom('User')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  if (!user) return null
  const id = randomUUID()
  await kysely(em)
    .insertInto('PasswordReset')
    .values({ id, userId: user.id, expiresAt: secondsFromNow(RESET_SECONDS) })
    .execute()
  return { id, userId: user.id }
}

/**
 * Makes the token of a link; only its hash is kept. One that it had before is worth
 * nothing any more.
 *
 * @returns the token, for the only time, and whom to send it; null when the link has
 *   expired, or the account is gone
 */
export async function createResetToken(
  em: EntityManager,
  { id }: { id: string },
): Promise<{ token: string; email: string } | null> {
  const token = createToken()
  const row = await kysely(em)
    .updateTable('PasswordReset')
    .from('User')
    .set({ tokenHash: hashToken(token) })
    .where('PasswordReset.id', '=', id)
    .where('PasswordReset.expiresAt', '>', now())
    .whereRef('User.id', '=', 'PasswordReset.userId')
    .returning('User.email')
    .executeTakeFirst()
  return row?.email ? { token, email: row.email } : null
}

/**
 * Sets a new password with the token of a link. The token is worth nothing after it,
 * nor is any other link of the account, and every session ends. API tokens stay.
 *
 * @throws {AppError} invalid when the link was used, has expired or never was; unavailable
 */
export async function resetPassword(
  em: EntityManager,
  { token, password, caller }: { token: string; password: string; caller: string },
): Promise<void> {
  const tokenHash = hashToken(token)
  // Before the work of a hash, which anybody could ask for with any token.
  const userId = await findLiveReset(em, tokenHash)
  if (!userId) throw linkIsDead()
  const passwordHash = await hashPassword(password, caller)
  await em.transactional(async (tx) => {
    // The user first, as whoever changes the password or closes the account does.
    await tx.nativeUpdate(User, { id: userId, email: { $ne: null } }, { passwordHash })
    const used = await kysely(tx)
      .deleteFrom('PasswordReset')
      .where('tokenHash', '=', tokenHash)
      .where('expiresAt', '>', now())
      .executeTakeFirst()
    if (used.numDeletedRows === 0n) throw linkIsDead()
    await tx.nativeDelete(PasswordReset, { userId })
    await tx.nativeDelete(Session, { userId, name: null })
  })
}

/** Tells whether a link can still be used. */
export async function isLiveToken(em: EntityManager, token: string): Promise<boolean> {
  return (await findLiveReset(em, hashToken(token))) !== null
}

/** @returns whose password it resets */
async function findLiveReset(em: EntityManager, tokenHash: string): Promise<string | null> {
  const found = await kysely(em)
    .selectFrom('PasswordReset')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now())
    .executeTakeFirst()
  return found?.userId ?? null
}

function linkIsDead() {
  return new AppError(
    'invalid',
    'This link was used already, or is older than an hour. Ask for a new one.',
  )
}

/** Removes links that have expired. Part of the clean-up job. */
export async function deleteExpiredResets(em: EntityManager): Promise<number> {
  const { numDeletedRows } = await kysely(em)
    .deleteFrom('PasswordReset')
    .where('expiresAt', '<=', now())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
