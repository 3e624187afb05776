import { redirect } from '@remix-run/node'
import type { RequestContext } from '../context.ts'
import { type CurrentSession, getSession } from '../sessions/session.ts'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * One look-up for all the loaders of a page, by the context of their request.
 * The map is weak, so an entry goes when its request has ended.
 */
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
 * Finds the visitor's session; without one, sends the visitor to sign in and
 * back here.
 *
 * @throws {Response} a redirect to /login
 */
export async function requirePageSession(
  context: RequestContext,
  request: Request,
): Promise<CurrentSession> {
  const session = await getPageSession(context, request)
  if (!session) throw redirect(signInPath(request), 303)
  context.log.setBindings({ userId: session.user.id })
  return session
}

/**
 * Finds the session of whoever has sent a form with a message; without one, the form is
 * sent on to a page that keeps the message while its writer signs in.
 *
 * @throws {Response} a redirect to /resume
 */
export async function requireWriterSession(
  context: RequestContext,
  request: Request,
): Promise<CurrentSession> {
  const session = await getPageSession(context, request)
  const redirectTo = redirectTarget(new URL(request.url).pathname)
  // With this status, the browser sends the form again.
  if (!session) throw redirect(`/resume?${new URLSearchParams({ redirectTo })}`, 307)
  context.log.setBindings({ userId: session.user.id })
  return session
}

/** The path of the sign-in page that leads back to the page of the request. */
function signInPath(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const back = redirectTarget(request.method === 'GET' ? pathname + search : pathname)
  return back === '/' ? '/login' : `/login?${new URLSearchParams({ redirectTo: back })}`
}

/** Makes the headers that renew the session cookie, when the session has just been extended. */
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
