import { secondsAgo } from '#db/expressions.ts'

/**
 * While a reply is written, its process renews the heartbeat in its row every
 * second. A reply whose heartbeat is older than this has lost its process.
 */
export const HEARTBEAT_STALE_SECONDS = 6

/** A reply is being written as long as its heartbeat is later than this moment. */
export function aliveSince() {
  return secondsAgo(HEARTBEAT_STALE_SECONDS)
}
