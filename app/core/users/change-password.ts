import { AppError } from '#core/app-error.ts'
import { PasswordReset } from '#db/entities/password-reset.ts'
import { User } from '#db/entities/user.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteOtherSessions } from './delete-sessions.ts'
import { hashPassword, verifyPassword } from './password.ts'

type Input = {
  userId: string
  /** The session that stays. */
  sessionId: string
  currentPassword: string
  newPassword: string
  /** The network that asks: networks take turns to have a password hashed. */
  caller: string
}

/**
 * Changes the password of an account. Every other session ends, and so do links
 * that reset it; API tokens stay, since programs with one know no password.
 *
 * @returns how many other sessions have ended
 * @throws {AppError} invalid when the current password is wrong; conflict when it
 *   was changed at the same moment; unavailable
 */
export async function changePassword(
  em: EntityManager,
  { userId, sessionId, currentPassword, newPassword, caller }: Input,
): Promise<number> {
  const known = await assertPassword(em, {
    userId,
    password: currentPassword,
    path: 'currentPassword',
    caller,
  })
  const passwordHash = await hashPassword(newPassword, caller)
  return em.transactional(async (tx) => {
    const changed = await tx.nativeUpdate(
      User,
      { id: userId, passwordHash: known },
      { passwordHash },
    )
    if (changed === 0) {
      throw new AppError('conflict', 'The password has just been changed elsewhere. Try again.')
    }
    await tx.nativeDelete(PasswordReset, { userId })
    return deleteOtherSessions(tx, { userId, keepId: sessionId })
  })
}

/**
 * Asserts that somebody who is signed in knows the password.
 *
 * @param path the form's field, beside which the refusal is shown
 * @returns the hash that it fits
 * @throws {AppError} invalid; unavailable
 */
export async function assertPassword(
  em: EntityManager,
  {
    userId,
    password,
    path,
    caller,
  }: { userId: string; password: string; path: string; caller: string },
): Promise<string> {
  const account = await kysely(em)
    .selectFrom('User')
    .select('passwordHash')
    .where('id', '=', userId)
    .executeTakeFirst()
  const passwordHash = account?.passwordHash ?? null
  const fits = await verifyPassword(passwordHash, password, caller)
  if (fits && passwordHash) return passwordHash
  const message = 'This is not your password. Check it and try again.'
  throw new AppError('invalid', message, { errors: [{ path, message }] })
}
