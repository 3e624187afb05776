import type { RequestHandler } from 'express'

/** Whether this process is about to end. */
export type DrainState = { draining: boolean }

/**
 * Makes the middleware that closes each connection after its answer while the
 * process drains, so that the next request is sent to another process (RFC 9112,
 * section 9.6).
 */
export function closeConnectionsOnDrain(state: DrainState): RequestHandler {
  return (_req, res, next) => {
    if (state.draining) res.setHeader('Connection', 'close')
    next()
  }
}
