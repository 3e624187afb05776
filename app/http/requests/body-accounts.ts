import type { CurrentUser } from '#core/users/find-session.ts'

/** Whose body is read. */
export type BodySender = {
  /** As `callerNetwork` gives it. */
  network: string
  /** Null for a sender without a session. */
  user: Pick<CurrentUser, 'id' | 'kind'> | null
}

/** A part of the budget of bodies, and what it counts. */
export type Account = {
  name: string
  /** Bytes at most. */
  limit: number
  /** Whether several networks have a part in it. */
  isShared: boolean
  /** The bytes that count, of a body of which so many have come. */
  countedBytes(bytes: number): number
}

/**
 * Parts of the budget that one sender may take, so that nobody can take it from all
 * the others: a user a quarter, a network half, those of a network who are not
 * signed in a sixteenth. Those of all networks who are not signed in have a quarter,
 * and all guests half, since one visitor may have hundreds of IPv6 networks.
 */
const USER_PART = 1 / 4
const NETWORK_PART = 1 / 2
const VISITORS_PART = 1 / 16
const ALL_VISITORS_PART = 1 / 4
const ALL_GUESTS_PART = 1 / 2

/** What is more of a body than this has a part of its own, so that small bodies always have room. */
const SMALL_BYTES = 64 * 1024
const LARGE_PART = 7 / 8

/**
 * Gives the accounts in which a body counts: first those of its sender alone, for
 * which nobody else has to give way.
 */
export function accountsOf({ network, user }: BodySender, totalBytes: number): Account[] {
  const own = (name: string, part: number) => account(name, totalBytes * part, false)
  const shared = (name: string, part: number) => account(name, totalBytes * part, true)
  return [
    own(`network ${network}`, NETWORK_PART),
    user ? own(`user ${user.id}`, USER_PART) : own(`visitors ${network}`, VISITORS_PART),
    ...(user ? [] : [shared('visitors', ALL_VISITORS_PART)]),
    ...(user?.kind === 'guest' ? [shared('guests', ALL_GUESTS_PART)] : []),
    {
      ...shared('large', LARGE_PART),
      countedBytes: (bytes) => Math.max(bytes - SMALL_BYTES, 0),
    },
    shared('all', 1),
  ]
}

function account(name: string, limit: number, isShared: boolean): Account {
  return { name, limit, isShared, countedBytes: (bytes) => bytes }
}
