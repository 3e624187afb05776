import { LRUCache } from 'lru-cache'
import type { Services } from '#core/services.server.ts'
import { createLimitStore } from './limit-store.ts'
import { POLICIES, type PolicyName } from './policies.ts'

/** Whether a request is within its limit, and what is left of the limit. */
type LimitResult = {
  allowed: boolean
  /** Requests left in this window, as far as this process knows. */
  remaining: number
  /** Seconds until the window ends. */
  resetSeconds: number
}

export type RateLimits = {
  /** Counts one request of a caller. Null when limits are off (`RATE_LIMITS=off`). */
  consume(name: PolicyName, caller: string): Promise<LimitResult | null>
  /** Sets a caller's count back to nothing. */
  reset(name: PolicyName, caller: string): Promise<void>
  close(): void
}

/** Requests of one caller that this process may allow without asking the store. */
type Lease = {
  /** Requests of the lease that are not used yet. */
  left: number
  /** Requests that the shared count had left when the lease was taken. */
  remaining: number
  /** End of the window, in milliseconds since 1970. */
  until: number
}

/** Leases that are kept at once; the next request of a dropped one asks the store again. */
const MAX_LEASES = 50_000

/**
 * Makes the rate limits of a web process. The count of a caller is shared by
 * all processes. A process takes `lease` requests from it at a time and allows
 * those by itself, so that frequent cheap writes do not each cost a write of
 * the count (docs/decisions/0007-rate-limits-by-lease.md).
 */
export function createRateLimits(services: Pick<Services, 'env' | 'log' | 'orm'>): RateLimits {
  if (services.env.RATE_LIMITS === 'off') {
    return { consume: async () => null, reset: async () => {}, close() {} }
  }
  const store = createLimitStore(services)
  const leases = new LRUCache<string, Lease>({ max: MAX_LEASES })
  const renewals = new Map<string, Promise<void>>()

  async function renew(name: PolicyName, caller: string, key: string) {
    const { quota, lease } = POLICIES[name]
    const { consumed, msLeft } = await store.add(name, caller, lease)
    const over = Math.max(consumed - quota, 0)
    leases.set(key, {
      left: Math.max(lease - over, 0),
      remaining: Math.max(quota - consumed, 0),
      until: Date.now() + msLeft,
    })
  }

  /** Requests of one caller that arrive together wait for the same lease. */
  function renewOnce(name: PolicyName, caller: string, key: string): Promise<void> {
    const running = renewals.get(key)
    if (running) return running
    const renewal = renew(name, caller, key).finally(() => renewals.delete(key))
    renewals.set(key, renewal)
    return renewal
  }

  return {
    async consume(name, caller) {
      const key = `${name}:${caller}`
      for (;;) {
        const lease = leases.get(key)
        const msLeft = lease ? lease.until - Date.now() : 0
        if (lease && msLeft > 0 && (lease.left > 0 || lease.remaining === 0)) {
          const allowed = lease.left > 0
          if (allowed) lease.left -= 1
          return {
            allowed,
            remaining: lease.remaining + lease.left,
            resetSeconds: Math.ceil(msLeft / 1_000),
          }
        }
        await renewOnce(name, caller, key)
      }
    },
    async reset(name, caller) {
      leases.delete(`${name}:${caller}`)
      await store.reset(name, caller)
    },
    close: store.close,
  }
}
