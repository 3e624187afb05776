import type { Redis } from 'ioredis'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterStoreAbstract,
} from 'rate-limiter-flexible'
import { connectToRedis } from '#core/jobs/queue.ts'
import type { Services } from '#core/services.server.ts'
import { POLICIES, type PolicyName } from './policies.ts'

/** A caller's count in the present window. */
type Count = { consumed: number; msLeft: number }

/** Keeps the counts that all web processes share. */
export type LimitStore = {
  /** Adds to a caller's count; in this process only, while the shared store does not answer. */
  add(name: PolicyName, key: string, points: number): Promise<Count>
  /** Sets a caller's count back to nothing. */
  reset(name: PolicyName, key: string): Promise<void>
  close(): void
}

type Limiters = Record<PolicyName, RateLimiterStoreAbstract>
/** The shared store; it connects when the limiters are first asked for. */
type SharedStore = { limiters: () => Promise<Limiters>; close(): void }
type StoreServices = Pick<Services, 'env' | 'log' | 'orm'>

/** For one command. */
const REDIS_DEADLINE_MS = 500
/** For how long a store that has failed is not asked again. */
const PAUSE_MS = 5_000

const names = Object.keys(POLICIES) as PolicyName[]

/**
 * Opens the store of the rate limits: Redis where `REDIS_URL` is set, else the
 * table `rate_limit`. While it does not answer, each process counts by itself
 * in memory, so that requests do not fail because they cannot be counted.
 */
export function createLimitStore(services: StoreServices): LimitStore {
  const shared = services.env.REDIS_URL
    ? openRedis(services, services.env.REDIS_URL)
    : openPostgres(services)
  const local = perPolicy((name) => new RateLimiterMemory(options('local', name)))
  let pausedUntil = 0

  function pauseAfter(err: unknown) {
    pausedUntil = Date.now() + PAUSE_MS
    services.log.warn({ err }, 'rate limits: the shared store failed, counting in this process')
  }

  return {
    async add(name, key, points) {
      if (Date.now() >= pausedUntil) {
        try {
          return await consume((await shared.limiters())[name], key, points)
        } catch (err) {
          pauseAfter(err)
        }
      }
      return consume(local[name], key, points)
    },
    async reset(name, key) {
      await local[name].delete(key)
      if (Date.now() < pausedUntil) return
      try {
        await (await shared.limiters())[name].delete(key)
      } catch (err) {
        pauseAfter(err)
      }
    },
    close: shared.close,
  }
}

type Consumer = { consume(key: string, points: number): Promise<RateLimiterRes> }

/** The library rejects with the count when it is over the quota, and with an error otherwise. */
async function consume(limiter: Consumer, key: string, points: number): Promise<Count> {
  try {
    return toCount(await limiter.consume(key, points))
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return toCount(refused)
    throw refused
  }
}

function toCount({ consumedPoints, msBeforeNext }: RateLimiterRes): Count {
  return { consumed: consumedPoints, msLeft: Math.max(msBeforeNext, 0) }
}

function openRedis({ env }: StoreServices, url: string): SharedStore {
  let opened: { redis: Redis; limiters: Limiters } | undefined
  function open() {
    // A request waits no longer for a Redis that hangs.
    const redis = connectToRedis(url, { commandTimeout: REDIS_DEADLINE_MS })
    const limiters = perPolicy(
      (name) =>
        new RateLimiterRedis({
          ...options(`${env.QUEUE_PREFIX}:limit`, name),
          storeClient: redis,
        }),
    )
    return { redis, limiters }
  }
  return {
    async limiters() {
      opened ??= open()
      return opened.limiters
    },
    close: () => opened?.redis.disconnect(),
  }
}

/** Uses the connection pool of the ORM, which has its own deadlines and is closed with the ORM. */
function openPostgres({ orm }: StoreServices): SharedStore {
  let limiters: Promise<Limiters> | undefined
  async function open() {
    const storeClient = await orm.em.getConnection().getNativeClient()
    return perPolicy(
      (name) =>
        new RateLimiterPostgres({
          ...options('limit', name),
          storeClient,
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
          // One limiter removes the expired rows of all, every five minutes.
          clearExpiredByTimeout: name === names[0],
        }),
    )
  }
  return {
    limiters() {
      limiters ??= open().catch((error: unknown) => {
        limiters = undefined
        throw error
      })
      return limiters
    },
    close() {},
  }
}

function options(prefix: string, name: PolicyName) {
  const { quota, seconds } = POLICIES[name]
  return { points: quota, duration: seconds, keyPrefix: `${prefix}:${name}` }
}

function perPolicy<T>(make: (name: PolicyName) => T): Record<PolicyName, T> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<PolicyName, T>
}
