import type { RequestHandler, Response } from 'express'
import type { Metrics } from '#core/metrics/metrics.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type RequestMeter = {
  measure: RequestHandler
  /** How many requests are being answered now, and how many of them with a streamed reply. */
  open(): { requests: number; streams: number }
}

/**
 * Makes the middleware that counts and times requests.
 *
 * @param routePattern gives the route pattern of a path; see route-patterns.ts
 */
export function createRequestMeter(
  metrics: Metrics,
  routePattern: (path: string) => string,
): RequestMeter {
  const open = new Set<Response>()
  return {
    measure(req, res, next) {
      const startedAt = performance.now()
      const { path } = req
      open.add(res)
      res.on('close', () => {
        open.delete(res)
        metrics.requestEnded({
          method: METHODS.has(req.method) ? req.method : 'OTHER',
          route: routePattern(path),
          status: res.statusCode,
          seconds: (performance.now() - startedAt) / 1_000,
        })
      })
      next()
    },
    open() {
      let streams = 0
      for (const res of open) {
        // Every streamed reply has this header; see reply-response.ts.
        if (res.headersSent && res.hasHeader('X-Accel-Buffering')) streams += 1
      }
      return { requests: open.size, streams }
    },
  }
}
