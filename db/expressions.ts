import { type RawBuilder, sql } from 'kysely'

/**
 * What Postgres can do and Kysely cannot express, each in one place. These are
 * the only pieces of SQL text outside the migrations
 * (docs/decisions/0012-data-access.md).
 */

/** The present moment by the clock of the database, which all processes share; fixed in a transaction. */
export function now(): RawBuilder<string> {
  return sql`now()`
}

/** The moment so many seconds before {@link now}. */
export function secondsAgo(seconds: number): RawBuilder<string> {
  return sql`now() - make_interval(secs => ${seconds})`
}

/** The moment so many seconds after {@link now}. */
export function secondsFromNow(seconds: number): RawBuilder<string> {
  return sql`now() + make_interval(secs => ${seconds})`
}
