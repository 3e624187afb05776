import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { createConcurrencyLimit } from '#core/concurrency-limit.ts'
import { callerNetwork } from '../limits/caller-network.ts'

/** Bytes and milliseconds for which the rest of a body is read, only to be dropped. */
const MAX_DROPPED_BYTES = 64 * 1024 * 1024
const MAX_DROPPING_MS = 10_000
/** Bodies that are dropped at the same time, and milliseconds after which it is the turn of others. */
const DROPPED_AT_ONCE = 8
const TURN_MS = 50

/**
 * Makes the middleware that reads what is left of a request's body once the request
 * is answered, and drops it: a body that is too large, or of a sender without a
 * session.
 *
 * Closing the socket at once would show a client that is still sending a reset
 * connection instead of the answer. A client that sends more than the bounds, or
 * that stops sending, gets that.
 *
 * Bodies are dropped a few at a time, and networks take turns: of hundreds that
 * were sent at once, the rest would otherwise be read in one go, which holds up
 * everybody for half a second.
 */
export function dropUnreadBodies(): RequestHandler {
  const inTurn = createConcurrencyLimit({
    running: DROPPED_AT_ONCE,
    waiting: 10_000,
    refusal: 'Too many bodies wait to be dropped.',
  })
  return (req, res, next) => {
    // Before Node's own listener, which would read a body that nobody has read all at once.
    res.prependListener('finish', () => {
      if (req.complete) return
      const network = callerNetwork(req.ip ?? '')
      void dropRest(req, (work) => inTurn(network, work))
    })
    next()
  }
}

async function dropRest(
  req: IncomingMessage,
  inTurn: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  let dropped = 0
  const timer = setTimeout(() => req.destroy(), MAX_DROPPING_MS)
  timer.unref()
  req.once('close', () => clearTimeout(timer))
  // Remix's stream of the body would keep some of it and pause the rest.
  req.removeAllListeners('data')
  // Tells Node that somebody reads the body.
  req.read(0)
  req.pause()
  req.on('data', (chunk: Buffer) => {
    dropped += chunk.byteLength
    if (dropped > MAX_DROPPED_BYTES) req.destroy()
  })
  try {
    while (!req.readableEnded && !req.destroyed) await inTurn(() => flowForTurn(req))
  } catch {
    req.destroy()
  }
}

/** Lets a body flow until it has ended, for at most the time of a turn. */
function flowForTurn(req: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (req.readableEnded || req.destroyed) return resolve()
    const end = () => {
      clearTimeout(timer)
      req.off('end', end).off('close', end)
      req.pause()
      resolve()
    }
    const timer = setTimeout(end, TURN_MS)
    req.once('end', end).once('close', end)
    req.resume()
  })
}
