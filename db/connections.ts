import { Client, type ClientBase, type ClientConfig, type Pool } from 'pg'
import { markDatabaseError } from './database-error.ts'
import { toIsoString } from './iso-timestamp.ts'
import { prepareStatements } from './prepared.ts'

/** The number of the type `timestamptz` in Postgres' own catalogue (pg_type.oid). */
const TIMESTAMPTZ = 1184

/** How long opening a connection may take, in milliseconds. */
const CONNECT_MS = 5_000

/** How long a statement may run, in milliseconds. One that runs longer has lost its caller. */
const STATEMENT_MS = 9_000

/**
 * A connection whose errors are known to be the database's, with its own limit on
 * being opened. The pool knows only one limit, for opening a connection and for
 * waiting until one is free; a request that waits its turn in a burst must not be
 * refused as if Postgres did not answer.
 */
export class PoolClient extends Client {
  constructor(config?: ClientConfig) {
    // The pool hides the password from enumeration, so that a spread leaves it out.
    const password = config?.password
    super({ ...config, password, connectionTimeoutMillis: CONNECT_MS })
    // Before the listeners of `pg`, which hand the error on.
    this.connection.prependListener('error', markDatabaseError)
  }
}

/**
 * Limits the time of statements on a new connection. A start-up parameter would do it
 * without a round trip, but PgBouncer refuses those that it does not know.
 */
export async function limitStatements(client: ClientBase): Promise<void> {
  await client.query(`set statement_timeout = ${STATEMENT_MS}`)
}

/**
 * Prepares the connections of a pool: they give timestamps as ISO 8601 strings
 * (docs/decisions/0002-timestamps-are-strings.md), and keep the statements of
 * db/prepared.ts prepared.
 */
export function configureConnections(pool: Pool): void {
  pool.on('connect', (client) => {
    client.setTypeParser(TIMESTAMPTZ, toIsoString)
    prepareStatements(client)
  })
}
