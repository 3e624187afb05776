import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/**
 * Counts of rate limits, where there is no Redis. Written by
 * rate-limiter-flexible, whose columns these are. The table is unlogged: it
 * costs no disk write a request, and after a crash of Postgres it is empty.
 */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limit',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970. */
    expire: p.bigint().nullable(),
  },
})

export type RateLimit = InferEntity<typeof RateLimit>
