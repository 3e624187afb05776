import type { RequestHandler, Response } from 'express'
import type { Metrics } from '#core/metrics/metrics.ts'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type RequestMeter = {
  measure: RequestHandler
  /** Requests that are being answered now, and how many of them are streamed replies. */
  open(): { requests: number; streams: number }
}

/**
 * Counts and times requests.
 *
 * @param routePattern gives the pattern of a path
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
        metrics.request({
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
      // The header of every streamed reply (app/http/reply-response.ts).
      for (const res of open)
        if (res.headersSent && res.hasHeader('X-Accel-Buffering')) streams += 1
      return { requests: open.size, streams }
    },
  }
}
