import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** Bytes and milliseconds for which the rest of a body is read, only to be dropped. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024
const MAX_DROPPING_MS = 10_000

/**
 * Makes the middleware that reads what is left of a request's body once the request
 * is answered, and drops it: a body that is too large, or of a sender without a
 * session.
 *
 * Closing the socket at once would show a client that is still sending a reset
 * connection instead of the answer. A client that sends more than the bounds, or
 * that stops sending, gets that.
 */
export function dropUnreadBodies(): RequestHandler {
  return (req, res, next) => {
    res.on('finish', () => {
      if (!req.complete) dropRest(req)
    })
    next()
  }
}

function dropRest(req: IncomingMessage) {
  let dropped = 0
  const timer = setTimeout(() => req.destroy(), MAX_DROPPING_MS)
  timer.unref()
  // Remix's stream of the body would keep some of it and pause the rest.
  req.removeAllListeners('data')
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.byteLength
    if (dropped > MAX_DROPPED_BYTES) req.destroy()
  })
  req.on('close', () => clearTimeout(timer))
  req.on('end', () => clearTimeout(timer))
  req.resume()
}
