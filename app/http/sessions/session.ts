import { AppError } from '#core/app-error.ts'
import { type CurrentSession, findSession } from '#core/users/find-session.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { readToken, sessionCookie } from './session-cookie.ts'

export type { CurrentSession }

/** Finds the session of a request, by its cookie or API token; null without a valid one. */
export async function getSession(
  em: EntityManager,
  request: Request,
): Promise<CurrentSession | null> {
  const token = readToken(request)
  return token ? findSession(em, token) : null
}

/**
 * Finds the session of a request, which must have one.
 *
 * @throws {AppError} unauthenticated
 */
export async function requireSession(
  em: EntityManager,
  request: Request,
  context: RequestContext,
): Promise<CurrentSession> {
  const session = await getSession(em, request)
  if (!session) {
    throw new AppError(
      'unauthenticated',
      'No valid session. Sign in, or send an API token as "Authorization: Bearer <token>".',
    )
  }
  context.log.setBindings({ userId: session.user.id })
  return session
}

/** Adds the session cookie to a response when the session has just been extended. */
export function withRenewedCookie(
  response: Response,
  session: CurrentSession,
  context: RequestContext,
): Response {
  if (session.renewedToken && !response.headers.has('Set-Cookie')) {
    response.headers.append('Set-Cookie', sessionCookie(session.renewedToken, context.origin))
  }
  return response
}

/**
 * Refuses an API token where a signed-in person is needed. A token can neither
 * make more tokens nor change the account, so that whoever finds a leaked one
 * loses access once it is revoked (docs/interface.md, "API tokens").
 *
 * @throws {AppError} forbidden
 */
export function requireBrowserSession(session: CurrentSession): void {
  if (session.tokenName === null) return
  throw new AppError(
    'forbidden',
    'An API token cannot manage API tokens or the account. Sign in with email and password.',
  )
}
