import type { EntityManager } from '#db/orm.ts'
import { absorbGuest } from './absorb-guest.ts'
import { createSession, type NewSession } from './create-session.ts'
import { createGuest, registerUser, upgradeGuest } from './create-user.ts'
import { deleteSession } from './delete-sessions.ts'
import type { CurrentSession, CurrentUser } from './find-session.ts'
import { verifyCredentials } from './verify-credentials.ts'

/** A user who has just signed in, with the session made for that. */
export type SignedIn = NewSession & { user: CurrentUser }

type Origin = {
  /**
   * The session that the request came with. A browser session ends here, so
   * that its token is worth nothing afterwards (session fixation, OWASP ASVS
   * 5.0 §7.2.4).
   */
  previous: CurrentSession | null
  /** The network that asks: networks take turns to have a password hashed. */
  caller: string
  /** What the browser or program calls itself. */
  userAgent?: string | null | undefined
}

/**
 * Makes an account and signs in to it. A guest's user becomes the account, so
 * that everything of the guest's stays.
 *
 * @throws {AppError} conflict when an account has this email; unavailable
 */
export async function registerAndSignIn(
  em: EntityManager,
  { previous, userAgent, ...registration }: Origin & { email: string; password: string },
): Promise<SignedIn> {
  const guest = guestOf(previous)
  const user = guest
    ? await upgradeGuest(em, { ...registration, userId: guest.id })
    : await registerUser(em, registration)
  return replaceSession(em, user, { previous, userAgent })
}

/**
 * Signs in to an account, which takes over a guest's chats, documents and
 * uploads.
 *
 * @throws {AppError} unauthenticated; too-large when the account has no room for
 *   what the guest has; unavailable
 */
export async function signInWithPassword(
  em: EntityManager,
  { previous, userAgent, ...credentials }: Origin & { email: string; password: string },
): Promise<SignedIn> {
  const { user, passwordHash } = await verifyCredentials(em, credentials)
  const guest = guestOf(previous)
  if (guest) await absorbGuest(em, { guestId: guest.id, userId: user.id })
  return replaceSession(em, user, { previous, userAgent, passwordHash })
}

/** Makes a guest and signs in as that guest. */
export async function signInAsGuest(
  em: EntityManager,
  { userAgent }: Pick<Origin, 'userAgent'> = {},
): Promise<SignedIn> {
  const user = await createGuest(em)
  return { ...(await createSession(em, { userId: user.id, userAgent })), user }
}

async function replaceSession(
  em: EntityManager,
  user: CurrentUser,
  {
    previous,
    ...session
  }: Pick<Origin, 'previous' | 'userAgent'> & { passwordHash?: string | undefined },
): Promise<SignedIn> {
  const created = await createSession(em, { ...session, userId: user.id })
  if (previous && previous.tokenName === null) {
    await deleteSession(em, { id: previous.id, userId: previous.user.id })
  }
  return { ...created, user }
}

/** The guest of a browser session. An API token of a guest is not the guest in person. */
function guestOf(session: CurrentSession | null): CurrentUser | null {
  return session?.tokenName === null && session.user.kind === 'guest' ? session.user : null
}
