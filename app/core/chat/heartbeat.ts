import { secondsAgo } from '#db/expressions.ts'

/**
 * While a reply is written, its row is renewed every second. A reply whose
 * heartbeat is older than this many seconds has lost its process.
 */
export const HEARTBEAT_STALE_SECONDS = 6

/** The moment after which the heartbeat of a reply must be for it to be alive. */
export function aliveSince() {
  return secondsAgo(HEARTBEAT_STALE_SECONDS)
}
