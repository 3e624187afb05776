import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'

/** Smaller chunks are copied into blocks; the others are passed on as they are. */
const SMALL_BYTES = 1_024
const BLOCK_BYTES = 4 * 1024
/** Milliseconds for which a small chunk waits at most until its block is full. */
const LONGEST_WAIT_MS = 1_000

/**
 * Makes the middleware that joins the small chunks of a request's body. Node makes
 * an object of some 400 bytes for each chunk, and the sender chooses how small they
 * are: in chunks of one byte, a body of one megabyte takes 400. What counts a body
 * counts its bytes, as Node's streams do for what they hold back.
 */
export function joinSmallChunks(): RequestHandler {
  return (req, _res, next) => {
    if (hasBody(req)) joinChunks(req)
    next()
  }
}

/**
 * Joins the chunks before they come into the request's buffer, where they stay for
 * as long as nobody reads. Node's parser passes each chunk to `push`, and stops
 * reading the socket when that returns false.
 *
 * @param longestWaitMs is shorter in tests
 */
export function joinChunks(req: IncomingMessage, longestWaitMs: number = LONGEST_WAIT_MS): void {
  const push = req.push.bind(req)
  let block = Buffer.alloc(0)
  let used = 0
  let timer: NodeJS.Timeout | undefined

  function passOn() {
    clearTimeout(timer)
    timer = undefined
    if (used === 0) return
    const joined = block.subarray(0, used)
    // The next chunks go on in the same block, or each byte of a slow body would hold one.
    block = block.subarray(used)
    used = 0
    push(joined)
  }

  req.push = (chunk: Buffer | null) => {
    if (chunk === null || chunk.byteLength >= SMALL_BYTES) {
      passOn()
      return push(chunk)
    }
    if (chunk.byteLength > block.byteLength - used) {
      passOn()
      block = Buffer.allocUnsafe(BLOCK_BYTES)
    }
    used += chunk.copy(block, used)
    timer ??= setTimeout(passOn, longestWaitMs)
    return req.readableLength < req.readableHighWaterMark
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'transfer-encoding' in headers || Number(headers['content-length']) > 0
}
