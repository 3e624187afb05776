import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from '#core/log.ts'
import { loggedPath } from './logged-path.ts'

const REQUEST_ID = /^[\w.-]{8,100}$/

/**
 * Makes the middleware that gives every request an id (the caller's
 * `X-Request-Id`, where it is well formed) and writes one log line when its
 * response has ended. The line leaves out the query string, which may hold what
 * a user searched for, and the names of images (`loggedPath`).
 */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const given = req.get('x-request-id')
    const requestId = given && REQUEST_ID.test(given) ? given : randomUUID()
    const startedAt = performance.now()
    const path = req.path
    res.locals.requestId = requestId
    res.locals.log = log.child({ requestId })
    res.setHeader('X-Request-Id', requestId)
    res.on('close', () => {
      const line = {
        method: req.method,
        path: loggedPath(path),
        status: res.statusCode,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(!res.writableFinished && { cut: true }),
      }
      if (path.startsWith('/assets/')) res.locals.log.debug(line, 'request')
      else res.locals.log.info(line, 'request')
    })
    next()
  }
}
