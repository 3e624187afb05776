import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freeLoopbackPort } from './free-port.ts'
import { postgresAccount } from './postgres-account.ts'
import { databaseAddress } from './postgres-address.ts'
import { findPostgres } from './postgres-binaries.ts'
import { ensureCluster } from './postgres-cluster.ts'
import { startPostgresGuard } from './postgres-guard.ts'
import { stopLeftoverPostgres } from './postgres-leftover.ts'
import { type PostgresServer, PostgresStartError, startPostgresServer } from './postgres-server.ts'
import { takeLock } from './process-lock.ts'
import { waitForDatabase } from './wait-for-database.ts'

const DATABASE = 'parley'
const START_ATTEMPTS = 20
const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 5_000

export type EmbeddedPostgres = {
  /** Connection string of the database `parley`. */
  url: string
  pid(): number
  /** Inherited by the processes that use the database, it makes Postgres outlive them. */
  guard(): Writable
  /** Settles, with how, when Postgres has ended by itself; not after `stop`. */
  ended(): Promise<string>
  /** Starts it again, at the same address, after it has ended by itself. */
  restart(): Promise<void>
  /** Stops it, whatever is connected; at once with `immediate` (the next start then recovers). */
  stop(options?: { immediate?: boolean }): Promise<void>
}

type Options = {
  /** Postgres keeps everything in the folder `postgres` in there. */
  dataDir: string
  log: (line: string) => void
  /** Settings of postgresql.conf over ours. */
  settings?: Record<string, string>
}

/** Another process runs on the same data directory. */
export class DataDirBusyError extends Error {
  override name = 'DataDirBusyError'
}

/**
 * Starts a Postgres of our own on a free port of the loopback interface, with a
 * password. Makes its data on the first start, and recovers it after a crash.
 *
 * @throws DataDirBusyError when another launcher runs on this data directory
 * @throws Error that says what to do, when it cannot run here
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = await takeLock(dataDir, 'postgres')
  if ('heldBy' in lock) {
    throw new DataDirBusyError(
      `Parley already runs on ${dataDir} (process ${lock.heldBy}). Stop that one first, or set DATA_DIR (and PORT) for a second one.`,
    )
  }
  try {
    return await start(dataDir, options, lock.release)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function start(
  dataDir: string,
  { log, settings = {} }: Options,
  unlock: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const home = join(dataDir, 'postgres')
  const account = postgresAccount(home)
  const binaries = await findPostgres(account, log)
  const { data, password } = await ensureCluster(home, binaries, account, log)
  await stopLeftoverPostgres(data, password, log)

  let port = await freeLoopbackPort()
  const guard = startPostgresGuard(data)
  const launch = () =>
    startPostgresServer({
      executable: binaries.postgres,
      home,
      data,
      port,
      account,
      settings,
      onSpawn: guard.watch,
    })
  let server = await withRetries(launch, async () => {
    port = await freeLoopbackPort()
  })
  await createDatabase(port, password).catch(async (error) => {
    await stopServer(server, false)
    guard.dismiss()
    throw error
  })

  return {
    url: databaseAddress(port, password, DATABASE),
    pid: () => server.pid,
    guard: () => guard.input,
    ended: () => server.ended,
    async restart() {
      server = await withRetries(launch)
    },
    async stop({ immediate = false } = {}) {
      await stopServer(server, immediate)
      guard.dismiss()
      await unlock()
    },
  }
}

/** What passes: a port that somebody else just took; processes of the killed run that still hold memory. */
async function withRetries(
  launch: () => Promise<PostgresServer>,
  before?: () => Promise<void>,
): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch()
    } catch (error) {
      const passes =
        error instanceof PostgresStartError &&
        /already in use|could not bind|still in use/i.test(error.message)
      if (!passes || attempt >= START_ATTEMPTS) {
        throw new Error(`The embedded Postgres did not start: ${(error as Error).message}`, {
          cause: error,
        })
      }
      await sleep(250)
      await before?.()
    }
  }
}

async function stopServer(server: PostgresServer, immediate: boolean): Promise<void> {
  server.process.kill(immediate ? 'SIGQUIT' : 'SIGINT')
  const ended = await Promise.race([
    server.ended,
    sleep(immediate ? IMMEDIATE_STOP_MS : FAST_STOP_MS, undefined, { ref: false }),
  ])
  if (ended === undefined) {
    server.process.kill('SIGQUIT')
    await Promise.race([server.ended, sleep(IMMEDIATE_STOP_MS, undefined, { ref: false })])
    server.process.kill('SIGKILL')
  }
}

async function createDatabase(port: number, password: string): Promise<void> {
  const client: pg.Client = await waitForDatabase(
    databaseAddress(port, password, 'postgres'),
    30_000,
  )
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(DATABASE)}`)
  } finally {
    await client.end()
  }
}
