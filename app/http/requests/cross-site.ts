import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { hasSessionCookie } from '../sessions/session-cookie.ts'

/**
 * Refuses a state-changing request that a foreign page made the browser send:
 * one with the session cookie and a foreign `Origin` or
 * `Sec-Fetch-Site: cross-site`. A program sends neither and is fine.
 * Rule: interface-decisions, "Cross-site writes".
 *
 * @param options.always also without the cookie: for signing in and for
 *   forms, where a foreign page could sign its visitor in to an account of its
 *   own (login CSRF)
 * @throws {AppError} forbidden
 */
export function assertSameSite(
  request: Request,
  { origin }: Pick<RequestContext, 'origin'>,
  { always = false }: { always?: boolean } = {},
) {
  if (!always && !hasSessionCookie(request)) return
  if (isForeign((name) => request.headers.get(name), origin)) {
    throw new AppError('forbidden', 'This request came from another site, so it was refused.')
  }
}

/**
 * Tells whether a browser says that a page of another site made the request.
 *
 * @param header reads a request header
 * @param origin the service's own
 */
export function isForeign(
  header: (name: string) => string | null | undefined,
  origin: string,
): boolean {
  if (header('sec-fetch-site') === 'cross-site') return true
  const from = header('origin')
  // A proxy that ends TLS and was not announced (BASE_URL, TRUST_PROXY) makes
  // us believe that we are on http; the page of our own host on https is ours.
  const own = [origin, origin.replace(/^http:/, 'https:')]
  return typeof from === 'string' && !own.includes(from)
}
