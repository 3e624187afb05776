import { AppError } from '#core/app-error.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { CurrentUser } from './find-session.ts'
import { verifyPassword } from './password.ts'
import { emailSchema } from './user-schema.ts'

/**
 * Checks an email and a password. Neither the answer nor the time that it
 * takes tells whether an account has the email.
 *
 * @returns the account, and the hash that the password fits
 * @throws {AppError} unauthenticated
 */
export async function verifyCredentials(
  em: EntityManager,
  { email, password, caller }: { email: string; password: string; caller?: string },
): Promise<{ user: CurrentUser; passwordHash: string }> {
  const account = await findAccount(em, email)
  const passwordHash = account?.passwordHash ?? null
  const fits = await verifyPassword(passwordHash, password, caller)
  if (!account || !passwordHash || !fits) {
    const message = 'The email or the password is wrong. Check both and try again.'
    throw new AppError('unauthenticated', message, { errors: [{ path: 'password', message }] })
  }
  return { user: { id: account.id, email: account.email, kind: 'registered' }, passwordHash }
}

function findAccount(em: EntityManager, email: string) {
  const address = emailSchema.safeParse(email)
  // A text that is no address is looked up all the same, so that the answer
  // takes as long.
  return kysely(em)
    .selectFrom('User')
    .select(['id', 'email', 'passwordHash'])
    .where('email', '=', address.success ? address.data : '')
    .executeTakeFirst()
}
