import type { Generations } from '#core/chat/generations.ts'
import type { Logger } from '#core/log.ts'
import type { Services } from '#core/services.server.ts'
import type { RateLimits } from './limits/rate-limits.ts'

/** What every loader and action receives as `context`; made in app/web.ts. */
export type RequestContext = {
  services: Services
  generations: Generations
  limits: RateLimits
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
  /** Resolves when the socket can take more; bounds what is buffered for a slow reader. */
  drained(): Promise<void>
}

declare module '@remix-run/node' {
  interface AppLoadContext extends RequestContext {}
  interface Future {
    v3_singleFetch: true
  }
}
