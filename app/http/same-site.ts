import { AppError } from '#core/app-error.ts'
import type { RequestContext } from './context.ts'
import { hasSessionCookie } from './session-cookie.ts'

/**
 * Refuses a state-changing request that a foreign page made the browser send:
 * one with the session cookie and a foreign `Origin` or
 * `Sec-Fetch-Site: cross-site`. A program sends neither and is fine.
 * Rule: interface-decisions, "Cross-site writes".
 *
 * @throws {AppError} forbidden
 */
export function assertSameSite(request: Request, { origin }: Pick<RequestContext, 'origin'>) {
  if (!hasSessionCookie(request)) return
  const from = request.headers.get('origin')
  const foreign =
    request.headers.get('sec-fetch-site') === 'cross-site' || (from !== null && from !== origin)
  if (foreign) {
    throw new AppError('forbidden', 'This request came from another site, so it was refused.')
  }
}
