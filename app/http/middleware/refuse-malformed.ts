import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { type Problem, problemBody } from '../responses/problem.ts'

/** The methods that a route can be asked with; `fetch` has no word for TRACE and CONNECT. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Whoever sends one has not normalised the address (RFC 3986 §6.2.2.3), and Express takes it as it stands. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i

/**
 * Refuses what Express and Remix cannot take apart, and would answer with
 * pages of their own: an unknown method, a `Host` that is none, a target that
 * is no plain path or is not percent-encoded as it should be.
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
    } else if (isDataOfApi(req.path)) {
      send(res, { status: 404, title: 'Not Found', detail: 'There is nothing at this path.' })
    } else {
      req.originalUrl = withoutDataParameter(req.originalUrl)
      next()
    }
  }
}

/** A page's data has an address for our own script; `/api` is for others, and has none. */
function isDataOfApi(path: string): boolean {
  return path.startsWith('/api/') && path.endsWith('.data')
}

/** Remix refuses the query parameter `_data`, which meant something once; for us it is an unknown one. */
function withoutDataParameter(url: string): string {
  const start = url.indexOf('?')
  if (start < 0 || !url.includes('data', start)) return url
  const query = new URLSearchParams(url.slice(start))
  if (!query.has('_data')) return url
  query.delete('_data')
  return `${url.slice(0, start)}?${query}`
}

function hasProperTarget(req: Request): boolean {
  const hosts = [req.get('host'), req.get('x-forwarded-host')?.split(',')[0]?.trim()]
  return (
    req.originalUrl.startsWith('/') &&
    isReadable(req.path) &&
    !DOT_SEGMENT.test(req.path) &&
    hosts.every((host) => !host || URL.canParse(`http://${host}`)) &&
    URL.canParse(`http://${hosts[0] || 'localhost'}${req.originalUrl}`)
  )
}

function isReadable(path: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path))
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
