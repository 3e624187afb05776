import type { Generations } from '#core/chat/generations.ts'
import type { Logger } from '#core/log.ts'
import type { Services } from '#core/services.server.ts'
import type { RateLimits } from './limits/rate-limits.ts'

/** What every loader and action receives as `context`; made in app/web.ts. */
export type RequestContext = {
  services: Services
  generations: Generations
  limits: RateLimits
  /** Carries the request id. */
  log: Logger
  requestId: string
  /** Of this response's Content-Security-Policy. */
  cspNonce: string
  /** The service's public origin, e.g. `https://chat.example.com`. */
  origin: string
  /** The caller's address, for rate limits. */
  ip: string
  /** Adds a header to the response, whatever the route answers. */
  addHeader(name: string, value: string): void
  /** Resolves when the response's socket can take more; a bound on what a slow reader makes us buffer. */
  drained(): Promise<void>
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}
