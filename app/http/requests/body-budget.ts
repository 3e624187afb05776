import { AppError } from '#core/app-error.ts'

/** Whose body is read. */
type BodySender = {
  /** As `callerNetwork` gives it. */
  network: string
  /** Null for a sender without a session. */
  userId: string | null
}

/** The bytes of one body that are in memory. */
export type BodyHold = {
  /**
   * Counts bytes that have come.
   *
   * @throws {AppError} unavailable
   */
  add(bytes: number): void
  /** Gives the bytes back. May be called several times. */
  release(): void
}

export type BodyBudget = {
  /** Begins to count a body. */
  hold(sender: BodySender): BodyHold
}

/**
 * Parts of the budget that one sender may take, so that nobody can take it from all
 * the others: a user a quarter, a network half, those of a network who are not
 * signed in a sixteenth, and those of all networks a quarter, since one visitor may
 * have hundreds of IPv6 networks.
 */
const USER_PART = 1 / 4
const NETWORK_PART = 1 / 2
const VISITORS_PART = 1 / 16
const ALL_VISITORS_PART = 1 / 4

const RETRY_AFTER_SECONDS = 5

/**
 * Makes the budget of all request bodies that a process holds in memory at once,
 * from their first byte until their request is handled. A body counts by the bytes
 * that have come and not by those that it announces: an announcement costs nothing.
 *
 * @param totalBytes of all bodies together (`BODY_MEMORY`)
 */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const held = new Map<string, number>()

  /** A count that is back at nothing is removed, so that the map does not grow. */
  function change(account: string, bytes: number) {
    const now = (held.get(account) ?? 0) + bytes
    if (now > 0) held.set(account, now)
    else held.delete(account)
  }

  return {
    hold({ network, userId }) {
      const limits = new Map<string, number>([
        ['all', totalBytes],
        [`network ${network}`, totalBytes * NETWORK_PART],
      ])
      if (userId) {
        limits.set(`user ${userId}`, totalBytes * USER_PART)
      } else {
        limits.set(`visitors ${network}`, totalBytes * VISITORS_PART)
        limits.set('visitors', totalBytes * ALL_VISITORS_PART)
      }
      let own = 0
      return {
        add(bytes) {
          for (const [account, limit] of limits) {
            if ((held.get(account) ?? 0) + bytes > limit) throw tooManyBodies()
          }
          own += bytes
          for (const account of limits.keys()) change(account, bytes)
        },
        release() {
          for (const account of limits.keys()) change(account, -own)
          own = 0
        },
      }
    },
  }
}

function tooManyBodies(): AppError {
  return new AppError(
    'unavailable',
    'Too many large requests are being read at once. Try again in a few seconds.',
    { retryAfter: RETRY_AFTER_SECONDS },
  )
}
