import { randomUUID } from 'node:crypto'
import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { AppError } from '#core/app-error.ts'
import { Session } from '#db/entities/session.ts'
import { User } from '#db/entities/user.ts'
import type { EntityManager } from '#db/orm.ts'
import type { CurrentUser } from './find-session.ts'
import { hashPassword } from './password.ts'

type Registration = {
  /** As `emailSchema` gives it: trimmed, lower case. */
  email: string
  password: string
  /** The network that asks: networks take turns to have a password hashed. */
  caller?: string
}

/**
 * Makes an account.
 *
 * @throws {AppError} conflict when an account has this email
 */
export async function registerUser(
  em: EntityManager,
  { email, password, caller }: Registration,
): Promise<CurrentUser> {
  const id = randomUUID()
  const passwordHash = await hashPassword(password, caller)
  await refusingTakenEmail(() => em.insert(User, { id, email, passwordHash }))
  return { id, email, kind: 'registered' }
}

/**
 * Makes a guest's user into an account, by giving it an email and a password.
 * Everything that the guest has stays with it, but for its sessions and API
 * tokens: whoever holds one was let in as a guest, not into this account.
 *
 * @throws {AppError} conflict when an account has this email, or when the
 *   guest has registered or gone meanwhile
 */
export async function upgradeGuest(
  em: EntityManager,
  { userId, email, password, caller }: Registration & { userId: string },
): Promise<CurrentUser> {
  const passwordHash = await hashPassword(password, caller)
  await refusingTakenEmail(() =>
    em.transactional(async (tx) => {
      const guest = { id: userId, email: null, closedAt: null }
      const upgraded = await tx.nativeUpdate(User, guest, { email, passwordHash })
      if (upgraded === 0) {
        throw new AppError('conflict', 'This guest has an account by now. Sign in with it instead.')
      }
      await tx.nativeDelete(Session, { userId })
    }),
  )
  return { id: userId, email, kind: 'registered' }
}

/** Makes a guest: a user without an email, who can register later and keep everything. */
export async function createGuest(em: EntityManager): Promise<CurrentUser> {
  const id = randomUUID()
  await em.insert(User, { id, email: null, passwordHash: null })
  return { id, email: null, kind: 'guest' }
}

/** Runs a write of a user, and refuses it in words when another account has the email. */
async function refusingTakenEmail<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (cause) {
    if (!(cause instanceof UniqueConstraintViolationException)) throw cause
    const message = 'An account with this email exists. Sign in, or use another email.'
    throw new AppError('conflict', message, { cause, errors: [{ path: 'email', message }] })
  }
}
