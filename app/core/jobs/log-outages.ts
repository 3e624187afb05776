import type { Logger } from '../log.ts'

/** While events go on, one of them is logged in this time. */
const EVERY_MS = 30_000

/**
 * Makes a listener for events that come in great numbers: the errors of connections
 * that come back by themselves, of which each reports one a second or more while
 * Redis or Postgres is away; connections that are refused. The first is logged, and
 * then one in 30 seconds with how many there were.
 */
export function logOutages(log: Logger, message: string): (err?: Error) => void {
  let lastAt = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (err) => {
    if (performance.now() - lastAt < EVERY_MS) {
      unlogged += 1
      return
    }
    log.warn({ ...(err && { err }), ...(unlogged > 0 && { unlogged }) }, message)
    lastAt = performance.now()
    unlogged = 0
  }
}
