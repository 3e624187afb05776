import { LRUCache } from 'lru-cache'
import type { Services } from '#core/services.server.ts'
import { createLimitStore } from './limit-store.ts'
import { POLICIES, type PolicyName } from './policies.ts'

/** How a request stands towards its limit. */
export type Standing = {
  allowed: boolean
  /** Requests left in this window, as far as this process knows. */
  remaining: number
  /** Until the window ends. */
  resetSeconds: number
}

export type RateLimits = {
  /** Counts one request of a caller. Null when limits are off (`RATE_LIMITS=off`). */
  take(name: PolicyName, caller: string): Promise<Standing | null>
  /** Gives a caller everything back. */
  forgive(name: PolicyName, caller: string): Promise<void>
  close(): void
}

/** What this process may still give a caller without asking the store. */
type Lease = {
  left: number
  /** Of the shared count, when the lease was taken. */
  remaining: number
  /** Milliseconds since 1970. */
  until: number
}

/** Callers that are remembered at once; one that is forgotten asks the store again. */
const MAX_LEASES = 50_000

/**
 * Makes the rate limits of a web process. The count of a caller is shared by
 * all processes; a process takes `lease` requests from it at a time and gives
 * them out itself, so that frequent cheap writes do not each cost a write of
 * the count (docs/decisions/0007-rate-limits-by-lease.md).
 */
export function createRateLimits(services: Pick<Services, 'env' | 'log' | 'orm'>): RateLimits {
  if (services.env.RATE_LIMITS === 'off') {
    return { take: async () => null, forgive: async () => {}, close() {} }
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

  /** Requests of one caller that come at once wait for one lease. */
  function renewOnce(name: PolicyName, caller: string, key: string): Promise<void> {
    const running = renewals.get(key)
    if (running) return running
    const renewal = renew(name, caller, key).finally(() => renewals.delete(key))
    renewals.set(key, renewal)
    return renewal
  }

  return {
    async take(name, caller) {
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
    async forgive(name, caller) {
      leases.delete(`${name}:${caller}`)
      await store.reset(name, caller)
    },
    close: store.close,
  }
}
