import type { EntityManager } from '#db/orm.ts'
import { absorbGuest } from './absorb-guest.ts'
import { createGuest } from './create-guest.ts'
import { createSession, type NewSession } from './create-session.ts'
import { deleteSession } from './delete-sessions.ts'
import type { CurrentSession, CurrentUser } from './find-session.ts'
import { registerUser, upgradeGuest } from './register-user.ts'
import { verifyCredentials } from './sign-in.ts'

/** A user who has just come in, with the session made for that. */
export type Entered = NewSession & { user: CurrentUser }

/**
 * The session that the client came with. It ends here, so that the old token
 * is worth nothing (session fixation, OWASP ASVS 5.0 §7.2.4).
 */
type Previous = { previous: CurrentSession | null }

/**
 * Registers, or gives the guest who asks an account, and signs in.
 *
 * @throws {AppError} conflict when an account has this email; unavailable
 */
export async function enterByRegistering(
  em: EntityManager,
  { previous, ...registration }: Previous & { email: string; password: string },
): Promise<Entered> {
  const guest = guestOf(previous)
  const user = guest
    ? await upgradeGuest(em, { ...registration, userId: guest.id })
    : await registerUser(em, registration)
  return enter(em, user, previous)
}

/**
 * Signs in to an account. A guest's chats, documents and uploads go along.
 *
 * @throws {AppError} unauthenticated; unavailable
 */
export async function enterBySigningIn(
  em: EntityManager,
  { previous, ...credentials }: Previous & { email: string; password: string },
): Promise<Entered> {
  const user = await verifyCredentials(em, credentials)
  const guest = guestOf(previous)
  if (guest) await absorbGuest(em, { guestId: guest.id, userId: user.id })
  return enter(em, user, previous)
}

/** Makes a guest and signs in as it. */
export async function enterAsGuest(em: EntityManager): Promise<Entered> {
  return enter(em, await createGuest(em), null)
}

async function enter(
  em: EntityManager,
  user: CurrentUser,
  previous: CurrentSession | null,
): Promise<Entered> {
  const session = await createSession(em, { userId: user.id })
  if (previous && previous.tokenName === null) {
    await deleteSession(em, { id: previous.id, userId: previous.user.id })
  }
  return { ...session, user }
}

/** Whom a session makes a guest; an API token is not the guest in person. */
function guestOf(session: CurrentSession | null): CurrentUser | null {
  return session?.tokenName === null && session.user.kind === 'guest' ? session.user : null
}
