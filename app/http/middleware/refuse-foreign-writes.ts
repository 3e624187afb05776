import type { Request, RequestHandler } from 'express'
import { isForeign } from '../requests/cross-site.ts'

/**
 * Refuses what another site's page makes a browser send to our pages: every
 * state-changing request, with or without the cookie. The `/api` routes check
 * for themselves (app/http/api-route.ts).
 *
 * Remix compares `Origin` with `Host` too, and answers 500 with an empty body
 * where they differ, which they also do behind a proxy that rewrites `Host`.
 * So the comparison with our public origin comes first, and Remix is told the
 * host that the browser knows.
 *
 * @param originOf gives the service's public origin
 */
export function refuseForeignWrites(originOf: (req: Request) => string): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD' || req.path.startsWith('/api/')) {
      next()
    } else if (isForeign((name) => req.get(name), originOf(req))) {
      res.status(403).type('text/plain')
      res.send('This request came from another site, so it was refused.\n')
    } else {
      const from = req.get('origin')
      if (from) req.headers['x-forwarded-host'] = new URL(from).host
      next()
    }
  }
}
