import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Errors that pass by themselves, when the server has started or has free connections again. */
const PASSING_ERRORS = new Set([
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

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Connects to a database that may still be booting.
 *
 * @param databaseUrl a Postgres connection string
 * @param timeout milliseconds
 * @param signal stops the wait
 * @returns a connected client, which the caller has to end
 * @throws immediately an error that waiting does not cure (a wrong password, an
 *   unknown database), or after the timeout an Error with the last reason
 */
export async function waitForDatabase(
  databaseUrl: string,
  timeout: number,
  signal?: AbortSignal,
): Promise<pg.Client> {
  const deadline = Date.now() + timeout
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'parley-scripts',
    })
    // A connection that breaks later makes the next query fail; without a
    // listener this event would end the process.
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (!isPassing(error)) throw error
      if (Date.now() >= deadline) {
        throw new Error(
          `The database did not answer within ${Math.round(timeout / 1000)} s: ${describeError(error)}`,
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
  return PASSING_ERRORS.has(code) || /timeout|terminated unexpectedly/i.test(error.message)
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // When a host has several addresses, their errors come in an AggregateError without a message.
  return error.message || ('code' in error ? String(error.code) : error.name)
}
