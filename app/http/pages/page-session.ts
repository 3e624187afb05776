import { redirect } from '@remix-run/node'
import type { RequestContext } from '../context.ts'
import { type CurrentSession, getSession } from '../sessions/session.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { redirectTarget } from './redirect-target.ts'

/** One look-up for all the loaders of a page; the context lives as long as the request. */
const lookUps = new WeakMap<RequestContext, Promise<CurrentSession | null>>()

/** Finds the visitor's session, or null. */
export function getPageSession(
  context: RequestContext,
  request: Request,
): Promise<CurrentSession | null> {
  const known = lookUps.get(context)
  if (known) return known
  const lookUp = getSession(context.services.orm.em.fork(), request)
  lookUps.set(context, lookUp)
  return lookUp
}

/**
 * Finds the visitor's session, or sends the visitor to sign in and back.
 *
 * @throws {Response} a redirect to /login
 */
export async function requirePageSession(
  context: RequestContext,
  request: Request,
): Promise<CurrentSession> {
  const session = await getPageSession(context, request)
  if (!session) throw redirect(loginPath(request), 303)
  context.log.setBindings({ userId: session.user.id })
  return session
}

/** The sign-in page that leads back to where the request came from. */
function loginPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const back = redirectTarget(request.method === 'GET' ? pathname + search : pathname)
  return back === '/' ? '/login' : `/login?${new URLSearchParams({ redirectTo: back })}`
}

/** For a page's loader: the cookie again, when the session's expiry has just been moved on. */
export function renewedCookieHeaders(
  session: CurrentSession | null,
  context: RequestContext,
): Headers {
  const headers = new Headers()
  if (session?.renewedToken) {
    headers.append('Set-Cookie', sessionCookie(session.renewedToken, context.origin))
  }
  return headers
}
