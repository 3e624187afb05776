import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Faults that pass when the server has finished booting or has room again. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT', // a Unix socket that is not there yet
  'ENOTFOUND', // a container whose name is not known yet
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  '57P03', // cannot_connect_now: starting up, recovering, shutting down
  '53300', // too_many_connections
])

const CONNECT_MS = 5_000

/**
 * Connects to a database that may still be booting.
 *
 * @param databaseUrl a Postgres connection string
 * @param deadline milliseconds after which it gives up
 * @param signal stops the wait
 * @returns a connected client; the caller ends it
 * @throws at once what waiting cannot mend (a wrong password, an unknown
 *   database), otherwise after the deadline an Error that says what is wrong
 */
export async function waitForDatabase(
  databaseUrl: string,
  deadline: number,
  signal?: AbortSignal,
): Promise<pg.Client> {
  const end = Date.now() + deadline
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'parley-scripts',
    })
    // A connection that breaks later shows in the query that uses it.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isPassing(error)) throw error
      if (Date.now() >= end) {
        throw new Error(
          `The database did not answer within ${Math.round(deadline / 1000)} s: ${reason(error)}`,
          { cause: error },
        )
      }
      await sleep(200, undefined, signal ? { signal } : {})
    }
  }
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return PASSING.has(code) || /timeout|terminated unexpectedly/i.test(error.message)
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Several addresses of one host fail together, in an AggregateError without a text.
  return error.message || ('code' in error ? String(error.code) : error.name)
}
