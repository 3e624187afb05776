import type { Request as ExpressRequest, RequestHandler } from 'express'
import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { hasSessionCookie } from '../sessions/session-cookie.ts'

/**
 * State-changing requests that a page of another site makes a browser send are
 * refused; see docs/interface.md, "Cross-site requests".
 */
const REFUSAL = 'This request came from another site, so it was refused.'

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
  if (isCrossSite((name) => request.headers.get(name), origin)) {
    throw new AppError('forbidden', REFUSAL)
  }
}

/**
 * Makes the middleware that refuses every cross-site write to a page, with or
 * without the cookie. The routes of `/api` check for themselves (api-route.ts).
 *
 * Remix compares `Origin` with `Host` too, and answers 500 with an empty body
 * where they differ, which they also do behind a proxy that rewrites `Host`.
 * So the comparison with our public origin comes first, and Remix is told the
 * host that the browser knows.
 *
 * @param originOf gives the service's public origin
 */
export function refuseCrossSiteWrites(originOf: (req: ExpressRequest) => string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith('/api/')) {
      next()
    } else if (isCrossSite((name) => req.get(name), originOf(req))) {
      res.status(403).type('text/plain').send(`${REFUSAL}\n`)
    } else {
      const sender = req.get('origin')
      if (sender) req.headers['x-forwarded-host'] = new URL(sender).host
      next()
    }
  }
}

/** Tells whether the browser says that a page of another origin made the request. */
function isCrossSite(
  header: (name: string) => string | null | undefined,
  ownOrigin: string,
): boolean {
  if (header('sec-fetch-site') === 'cross-site') return true
  const sender = header('origin')
  // Behind a proxy that ends TLS, and that neither BASE_URL nor TRUST_PROXY
  // tells us of, our own address looks like http; the page is on https.
  const own = [ownOrigin, ownOrigin.replace(/^http:/, 'https:')]
  return typeof sender === 'string' && !own.includes(sender)
}
