import type { Request as ExpressRequest, Response as ExpressResponse } from 'express'
import type { Logger } from '#core/log.ts'
import type { GenerationRegistry } from '#core/replies/generation-registry.ts'
import type { Services } from '#core/services.server.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { LiveConnections } from './live/live-connections.ts'
import type { BodyBudget } from './requests/body-budget.ts'

/** What every loader and action receives as `context`. */
export type RequestContext = {
  services: Services
  generations: GenerationRegistry
  limits: RateLimits
  /** The connections that tell open pages of changes. */
  live: LiveConnections
  /** Counts the bytes of all bodies that are being read. */
  bodies: BodyBudget
  /** The process's logger; each line of it has the request id. */
  log: Logger
  requestId: string
  /** The nonce of this response's Content-Security-Policy. */
  cspNonce: string
  /** The service's public origin, e.g. `https://chat.example.com`. */
  origin: string
  /** The caller's address, for rate limits. */
  ip: string
  /** Adds a header to the response that the route will give. */
  addHeader(name: string, value: string): void
  /** Says in `Retry-After` when to try again; the last call of a request counts. */
  setRetryAfter(seconds: string): void
  /**
   * Gives a signal that aborts when the answer is over: it is complete, or the
   * client has gone. A complete one counts because the answer to HEAD leaves its
   * body unread, and nothing else tells that. Not `request.signal`: a Request
   * passes an abort on only as long as it has not been garbage collected itself,
   * however long its signal is held.
   */
  leaveSignal(): AbortSignal
  /**
   * Resolves when the socket can take more, which bounds what is buffered for a slow
   * reader; to false when the reader has left.
   */
  drained(): Promise<boolean>
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}

/** Makes the context of a request. */
export function createRequestContext(
  shared: Pick<RequestContext, 'services' | 'generations' | 'limits' | 'live' | 'bodies'>,
  req: ExpressRequest,
  res: ExpressResponse,
): RequestContext {
  return {
    ...shared,
    log: res.locals.log,
    requestId: res.locals.requestId,
    cspNonce: res.locals.cspNonce,
    origin: res.locals.origin,
    ip: req.ip ?? '',
    addHeader(name, value) {
      // When the client has gone, the response may be closed and refuse headers.
      if (!res.headersSent) res.append(name, value)
    },
    setRetryAfter(seconds) {
      if (!res.headersSent) res.setHeader('Retry-After', seconds)
    },
    leaveSignal: () => leaveSignal(res),
    drained: () => whenDrained(res),
  }
}

function leaveSignal(res: ExpressResponse): AbortSignal {
  const controller = new AbortController()
  if (res.closed) controller.abort()
  else res.once('close', () => controller.abort())
  return controller.signal
}

/** Resolves when the socket can take more, which it usually can at once, or is closed. */
async function whenDrained(res: ExpressResponse): Promise<boolean> {
  if (res.writableNeedDrain && !res.destroyed) {
    await new Promise<void>((resolve) => {
      const done = () => {
        res.off('drain', done)
        res.off('close', done)
        resolve()
      }
      res.on('drain', done)
      res.on('close', done)
    })
  }
  return !res.destroyed
}
