import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { type Problem, problemBody } from './problem.ts'

/** The methods that a route can be asked with; `fetch` has no word for TRACE and CONNECT. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Refuses what Express and Remix cannot take apart, and would answer with
 * pages of their own: an unknown method, a `Host` that is none, a target that
 * is no path or is not percent-encoded as it should be.
 */
export function refuseMalformed(): RequestHandler {
  return (req, res, next) => {
    if (!METHODS.includes(req.method)) {
      send(res, {
        status: 405,
        title: 'Method Not Allowed',
        detail: `Use one of ${METHODS.join(', ')}.`,
        headers: { Allow: METHODS.join(', ') },
      })
    } else if (!hasProperTarget(req)) {
      send(res, {
        status: 400,
        title: 'Bad Request',
        detail: 'The Host header or the target of the request is malformed.',
      })
    } else next()
  }
}

function hasProperTarget(req: Request): boolean {
  const hosts = [req.get('host'), req.get('x-forwarded-host')?.split(',')[0]?.trim()]
  return (
    req.originalUrl.startsWith('/') &&
    isDecodable(req.path) &&
    hosts.every((host) => !host || URL.canParse(`http://${host}`)) &&
    URL.canParse(`http://${hosts[0] || 'localhost'}${req.originalUrl}`)
  )
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Answers what a middleware threw; the routes answer for their own errors. */
export function answerErrors(): ErrorRequestHandler {
  return (err, _req, res, _next) => {
    res.locals.log.error({ err }, 'request failed')
    if (res.headersSent) return void res.destroy()
    send(res, {
      status: 500,
      title: 'Internal Server Error',
      detail: `Something went wrong on our side. If it happens again, report the request id ${res.locals.requestId}.`,
    })
  }
}

function send(res: Response, { headers, ...problem }: Problem): void {
  res
    .status(problem.status)
    .set({ ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/problem+json' })
    .end(JSON.stringify(problemBody(res.locals.requestId, problem)))
}
