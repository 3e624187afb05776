import { type AliasedRawBuilder, type RawBuilder, sql } from 'kysely'

/**
 * What Postgres can do and Kysely cannot express, each in one place. Where else
 * SQL may stand as text is said in docs/decisions/0013-data-access.md.
 */

/** The present moment by the clock of the database, which all processes share; fixed in a transaction. */
export function now(): RawBuilder<string> {
  return sql`now()`
}

/** The present day in UTC by the clock of the database. */
export function today(): RawBuilder<string> {
  return sql`(now() at time zone 'utc')::date`
}

/** The moment so many seconds before {@link now}. */
export function secondsAgo(seconds: number): RawBuilder<string> {
  return sql`now() - make_interval(secs => ${seconds})`
}

/** The moment so many seconds after {@link now}. */
export function secondsFromNow(seconds: number): RawBuilder<string> {
  return sql`now() + make_interval(secs => ${seconds})`
}

/**
 * Rows that are sent as one parameter, as a table: the text of a prepared
 * statement stays the same, however many rows there are.
 *
 * @param rows a parameter; it is sent as JSON
 * @param alias the name of the table
 * @param columns the type of each column in Postgres, by its name in the rows
 */
export function jsonRows<Row extends object, Alias extends string>(
  rows: readonly Row[],
  alias: Alias,
  columns: Record<keyof Row & string, 'uuid' | 'jsonb' | 'int' | 'text'>,
): AliasedRawBuilder<Row, Alias> {
  const definitions = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const table = sql.raw(`${alias} (${definitions.join(', ')})`)
  return sql<Row>`jsonb_to_recordset(${rows})`.as<Alias>(table)
}

/** The words of a message's row for the search, as the trigger makes them. */
export function messageSearchWords(): RawBuilder<string> {
  return sql`message_search_words(parts, status)`
}
