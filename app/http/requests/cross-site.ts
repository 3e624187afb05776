import type { RequestHandler } from 'express'
import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { hasSessionCookie } from '../sessions/session-cookie.ts'

/**
 * Refuses a cross-site request that carries the session cookie.
 *
 * @param options.evenWithoutCookie for signing in and for forms, where a page of
 *   another site could sign its visitor in to an account of its own (login CSRF)
 * @throws {AppError} forbidden
 */
export function assertSameSite(
  request: Request,
  { origin }: Pick<RequestContext, 'origin'>,
  { evenWithoutCookie = false }: { evenWithoutCookie?: boolean } = {},
): void {
  if (!evenWithoutCookie && !hasSessionCookie(request)) return
  const refusal = crossSiteRefusal((name) => request.headers.get(name), origin)
  if (refusal) throw new AppError('forbidden', refusal)
}

/**
 * Makes the middleware that refuses every cross-site write to a page, with or
 * without the cookie. The routes of `/api` check for themselves (api-route.ts).
 */
export function refuseCrossSiteWrites(): RequestHandler {
  return (req, res, next) => {
    const isWrite = req.method !== 'GET' && req.method !== 'HEAD'
    const refusal =
      isWrite && !req.path.startsWith('/api/')
        ? crossSiteRefusal((name) => req.get(name), res.locals.origin)
        : null
    if (refusal) res.status(403).type('text/plain').send(`${refusal}\n`)
    else next()
  }
}

/**
 * Why a request is refused, in words for whoever runs the service: most often
 * the page is ours, on an address that the service was not told. Null when the
 * browser does not say that a page of another origin made the request.
 */
function crossSiteRefusal(
  header: (name: string) => string | null | undefined,
  ownOrigin: string,
): string | null {
  const sender = header('origin')
  // Behind a proxy that ends TLS, and that neither BASE_URL nor TRUST_PROXY
  // tells us of, our own address looks like http; the page is on https.
  const own = [ownOrigin, ownOrigin.replace(/^http:/, 'https:')]
  const isForeign = typeof sender === 'string' && !own.includes(sender)
  if (!isForeign && header('sec-fetch-site') !== 'cross-site') return null
  const from = isForeign ? `the origin ${printable(sender)}` : 'another site, says the browser'
  return `A page of another site made this request, so it was refused: it comes from ${from}, and this service is at ${ownOrigin}. If both are yours, set BASE_URL to the address that people open.`
}

/** Characters of a foreign origin that are repeated; a name has at most 253. */
const MAX_PRINTED = 300

/** What a browser sends is an origin or `null`; anything else is not repeated. */
function printable(sender: string): string {
  if (sender === 'null' || !URL.canParse(sender)) return 'null'
  return new URL(sender).origin.slice(0, MAX_PRINTED)
}
