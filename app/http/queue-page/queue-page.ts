import type { Request, RequestHandler, Response } from 'express'
import type { Services } from '#core/services.server.ts'
import { kysely } from '#db/kysely.ts'
import { getSession } from '../sessions/session.ts'

export const QUEUE_PAGE_PATH = '/admin/queues'

/**
 * Makes the middleware that serves the queue page to administrators
 * (`ADMIN_EMAILS`) in a browser session. Everybody else, API tokens included,
 * gets 404. The page can only be read; its code is loaded at its first request.
 */
export function queuePage(services: Services): RequestHandler {
  let page: Promise<RequestHandler> | undefined
  void warnOfUnregistered(services)

  async function serve(req: Request, res: Response) {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || !(await isAdministrator(services, req))) return 'not-found'
    page ??= import('./bull-board.ts').then(({ createBullBoardPage }) =>
      createBullBoardPage(services.jobs.queues, QUEUE_PAGE_PATH),
    )
    res.set('Content-Security-Policy', PAGE_POLICY)
    res.set('Cache-Control', 'private, no-cache')
    return page
  }

  return (req, res, next) => {
    serve(req, res).then((found) => {
      if (found === 'not-found') res.status(404).type('text/plain').send('Not found.\n')
      else found(req, res, next)
    }, next)
  }
}

/**
 * Email addresses are not verified: an address belongs to whoever registers it
 * first. So the log names the administrators that nobody has registered yet.
 */
async function warnOfUnregistered({ env, orm, log }: Services): Promise<void> {
  if (env.ADMIN_EMAILS.length === 0) return
  try {
    const registered = await kysely(orm.em.fork())
      .selectFrom('User')
      .select('email')
      .where('email', 'in', env.ADMIN_EMAILS)
      .execute()
    const unregistered = env.ADMIN_EMAILS.filter(
      (each) => !registered.some(({ email }) => email === each),
    )
    if (unregistered.length === 0) return
    log.warn({ unregistered }, 'ADMIN_EMAILS: register these before anybody else does')
  } catch (err) {
    log.warn({ err }, 'ADMIN_EMAILS could not be checked')
  }
}

/**
 * Allows the page's own scripts, styles and requests, and nothing of another
 * host. Inline styles are allowed for the one style element in its HTML.
 */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "form-action 'none'",
  "base-uri 'self'",
  "object-src 'none'",
].join('; ')

async function isAdministrator({ env, orm }: Services, req: Request): Promise<boolean> {
  if (env.ADMIN_EMAILS.length === 0) return false
  const { cookie } = req.headers
  if (!cookie) return false
  const request = new Request('http://localhost/', { headers: { cookie } })
  const session = await getSession(orm.em.fork(), request)
  if (session?.user.email == null || session.tokenName !== null) return false
  return env.ADMIN_EMAILS.includes(session.user.email)
}
