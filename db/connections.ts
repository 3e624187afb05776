import type { Pool } from 'pg'
import { toIsoString } from './iso-timestamp.ts'
import { prepareStatements } from './prepared.ts'

/** The number of the type `timestamptz` in Postgres' own catalogue (pg_type.oid). */
const TIMESTAMPTZ = 1184

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
