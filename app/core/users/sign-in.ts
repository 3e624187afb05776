import { AppError } from '#core/app-error.ts'
import type { EntityManager } from '#db/orm.ts'
import type { CurrentUser } from './find-session.ts'
import { verifyPassword } from './password.ts'
import { emailSchema } from './schemas.ts'

type Account = { id: string; email: string; password_hash: string | null }

/**
 * Checks an email and a password. Neither the answer nor the time that it
 * takes tells whether an account has the email.
 *
 * @throws {AppError} unauthenticated
 */
export async function verifyCredentials(
  em: EntityManager,
  { email, password }: { email: string; password: string },
): Promise<CurrentUser> {
  const account = await findAccount(em, email)
  const fits = await verifyPassword(account?.password_hash ?? null, password)
  if (!account || !fits) {
    const message = 'The email or the password is wrong. Check both and try again.'
    throw new AppError('unauthenticated', message, { errors: [{ path: 'password', message }] })
  }
  return { id: account.id, email: account.email, kind: 'registered' }
}

async function findAccount(em: EntityManager, email: string): Promise<Account | undefined> {
  const address = emailSchema.safeParse(email)
  // What is no address goes to the database all the same, for the time it takes.
  const [account] = await em.execute<Account[]>(
    'select id, email, password_hash from user_account where email = ?',
    [address.success ? address.data : ''],
  )
  return account
}
