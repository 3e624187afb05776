import type { Request, RequestHandler, Response } from 'express'
import type { Services } from '#core/services.server.ts'
import { getSession } from '../sessions/session.ts'

export const QUEUE_PAGE_PATH = '/admin/queues'

/**
 * Serves the queue page to administrators (`ADMIN_EMAILS`), in a browser
 * session; to everybody else, and to API tokens, there is nothing here: 404.
 * The page can only be read. It is loaded when it is first asked for.
 */
export function queuePage(services: Services): RequestHandler {
  let page: Promise<RequestHandler> | undefined
  void warnOfUnclaimed(services)

  async function serve(req: Request, res: Response) {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (!isRead || !(await isAdministrator(services, req))) return 'not-found'
    page ??= import('./bull-board.ts').then(({ createBullBoardPage }) =>
      createBullBoardPage(services.jobs.queue, QUEUE_PAGE_PATH),
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
 * Email addresses are not verified: whoever registers one first has it. So
 * the log says which administrators have yet to do so.
 */
async function warnOfUnclaimed({ env, orm, log }: Services): Promise<void> {
  if (env.ADMIN_EMAILS.length === 0) return
  try {
    const holes = env.ADMIN_EMAILS.map(() => '?').join(', ')
    const claimed = await orm.em
      .fork()
      .execute<{ email: string }[]>(
        `select email from user_account where email in (${holes})`,
        env.ADMIN_EMAILS,
      )
    const unclaimed = env.ADMIN_EMAILS.filter(
      (each) => !claimed.some(({ email }) => email === each),
    )
    if (unclaimed.length === 0) return
    log.warn({ unclaimed }, 'ADMIN_EMAILS: register these before anybody else does')
  } catch (err) {
    log.warn({ err }, 'ADMIN_EMAILS could not be checked')
  }
}

/**
 * The page's own script, style and API; nothing of another host. It sets
 * styles of elements from its script, which needs no relaxation, and has one
 * style element in its HTML.
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
