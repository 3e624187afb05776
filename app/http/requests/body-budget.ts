import { AppError } from '#core/app-error.ts'
import { type Account, accountsOf, type BodySender } from './body-accounts.ts'

/** The bytes of one body that are in memory. */
export type BodyHold = {
  /**
   * Counts bytes that have come.
   *
   * @throws {AppError} unavailable
   */
  add(bytes: number): void
  /**
   * Tells that more of the body is waited for: it may have to give way to another.
   *
   * @param giveWay is then called with the error; left out, nothing is waited for any more
   */
  wait(giveWay?: (error: AppError) => void): void
  /** Gives the bytes back. May be called several times. */
  release(): void
}

export type BodyBudget = {
  /** Begins to count a body. */
  hold(sender: BodySender): BodyHold
}

/** A body that is held, and how it is told to give way while more of it is waited for. */
type Held = {
  network: string
  accounts: Account[]
  bytes: number
  giveWay?: (() => void) | undefined
}

const RETRY_AFTER_SECONDS = 5

/**
 * Makes the budget of all request bodies that a process holds in memory at once,
 * from their first byte until their request is handled. A body counts by the bytes
 * that have come and not by those that it announces: an announcement costs nothing.
 *
 * Whoever sends slowly holds memory for as long as it pleases. So where an account
 * that networks share is full, a body gives way of which more is waited for: the
 * oldest one of the network that holds most (docs/decisions/0025-slow-bodies.md).
 *
 * @param totalBytes of all bodies together (`BODY_MEMORY`)
 */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const counts = new Map<string, number>()
  /** In the order in which their first bytes came. */
  const bodies = new Set<Held>()

  const countOf = (account: string) => counts.get(account) ?? 0
  const networkBytes = ({ network }: Held) => countOf(`network ${network}`)

  function setBytes(body: Held, bytes: number) {
    for (const { name, countedBytes } of body.accounts) {
      const count = countOf(name) + countedBytes(bytes) - countedBytes(body.bytes)
      // A count that is back at nothing is removed, so that the map does not grow.
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    }
    body.bytes = bytes
    if (bytes > 0) bodies.add(body)
    else bodies.delete(body)
  }

  /**
   * Finds the body that gives way to another in an account: the oldest one of the
   * network that holds most, but none of a network that would hold less than the other's.
   */
  function findSlowBody(account: string, other: Held, bytes: number): Held | undefined {
    const ownBytes = networkBytes(other) + bytes
    let found: Held | undefined
    for (const body of bodies) {
      const isCounted = body.accounts.some(
        ({ name, countedBytes }) => name === account && countedBytes(body.bytes) > 0,
      )
      if (!body.giveWay || !isCounted) continue
      if (body.network !== other.network && networkBytes(body) < ownBytes) continue
      if (!found || networkBytes(body) > networkBytes(found)) found = body
    }
    return found
  }

  function makeRoom(body: Held, bytes: number) {
    for (const { name, limit, isShared, countedBytes } of body.accounts) {
      const more = countedBytes(body.bytes + bytes) - countedBytes(body.bytes)
      while (countOf(name) + more > limit) {
        const slow = isShared ? findSlowBody(name, body, bytes) : undefined
        if (!slow?.giveWay) throw tooManyBodies()
        slow.giveWay()
      }
    }
  }

  return {
    hold(sender) {
      const accounts = accountsOf(sender, totalBytes)
      const body: Held = { network: sender.network, accounts, bytes: 0 }
      let hasGivenWay = false
      return {
        add(bytes) {
          if (hasGivenWay) throw tooManyBodies()
          makeRoom(body, bytes)
          setBytes(body, body.bytes + bytes)
        },
        wait(giveWay) {
          body.giveWay =
            giveWay &&
            (() => {
              hasGivenWay = true
              body.giveWay = undefined
              setBytes(body, 0)
              giveWay(tooManyBodies())
            })
        },
        release() {
          setBytes(body, 0)
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
