import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { problemOf } from '../responses/problem.ts'
import { sendProblem } from './send-problem.ts'

/** The methods that a route can be called with; a `Request` cannot have TRACE or CONNECT. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/**
 * Clients resolve these before they send (RFC 3986 §6.2.2.3). Express keeps them
 * and Remix resolves them, so the two would see different paths.
 */
const DOT_SEGMENT = /[/\\](?:\.|%2e){1,2}(?:[/\\]|$)/i

/** Browsers send "/" for it, and so does Remix read it, but not Express. */
const BACKSLASH = '\\'

/** A name or an address, with or without a port; nothing that a URL may hold besides. */
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i

/**
 * Makes the middleware that refuses what Express and Remix cannot parse, and
 * would answer with error pages of their own: an unknown method, an invalid
 * host, a target that is no path or is wrongly percent-encoded.
 */
export function refuseMalformed(): RequestHandler {
  return (req, res, next) => {
    if (!METHODS.includes(req.method)) {
      sendProblem(res, {
        status: 405,
        title: 'Method Not Allowed',
        detail: `Use one of ${METHODS.join(', ')}.`,
        headers: { Allow: METHODS.join(', ') },
      })
    } else if (!hasValidTarget(req)) {
      sendProblem(res, {
        status: 400,
        title: 'Bad Request',
        detail: 'A host in the headers, or the target of the request, is malformed.',
      })
    } else if (isApiData(req.path)) {
      sendProblem(res, {
        status: 404,
        title: 'Not Found',
        detail: 'There is nothing at this path.',
      })
    } else {
      req.originalUrl = withoutDataParameter(req.originalUrl)
      next()
    }
  }
}

/** Remix serves a page's data at the path of the page and `.data`; `/api` has no pages. */
function isApiData(path: string): boolean {
  return path.startsWith('/api/') && path.endsWith('.data')
}

/**
 * Remix refuses `_data`, which older versions used; here unknown parameters are
 * ignored. The name may be percent-encoded.
 */
function withoutDataParameter(url: string): string {
  const start = url.indexOf('?')
  if (start < 0 || !(url.includes('data', start) || url.includes('%', start))) return url
  const query = new URLSearchParams(url.slice(start))
  if (!query.has('_data')) return url
  query.delete('_data')
  return `${url.slice(0, start)}?${query}`
}

function hasValidTarget(req: Request): boolean {
  const forwarded = req.get('x-forwarded-host')?.split(',') ?? []
  const hosts = [req.get('host') ?? '', ...forwarded.map((host) => host.trim())]
  return (
    req.originalUrl.startsWith('/') &&
    isDecodable(req.path) &&
    !DOT_SEGMENT.test(req.path) &&
    !req.path.includes(BACKSLASH) &&
    hosts.every((host) => host === '' || isHost(host)) &&
    URL.canParse(`http://${hosts[0] || 'localhost'}${req.originalUrl}`)
  )
}

function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}`)
}

function isDecodable(path: string): boolean {
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Makes the middleware that answers errors thrown by other middleware; routes answer their own. */
export function answerErrors(): ErrorRequestHandler {
  return (err, _req, res, _next) => {
    const problem = problemOf(err, { requestId: res.locals.requestId, log: res.locals.log })
    if (res.headersSent) return void res.destroy()
    sendProblem(res, problem)
  }
}
