import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freeLoopbackPort } from '../free-port.ts'
import { takeLock } from '../process-lock.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { connectionString, ensureDataDirectory } from './data-directory.ts'
import { stopLeftoverServer } from './leftover-server.ts'
import { type PostgresServer, ServerStartError, startServer } from './server.ts'
import { startWatchdog } from './watchdog.ts'

const START_ATTEMPTS = 20
const RETRY_DELAY_MS = 250

/** Faults of a start that pass by themselves: somebody has just taken the port, or processes of the previous run still hold their memory. */
const PASSING_FAULT = /already in use|could not bind|still in use/i

export type EmbeddedPostgres = {
  /** Connection string of our database on it. */
  url: string
  /** Process id of the server; a restart changes it. */
  pid(): number
  /** A pipe for child processes to inherit: Postgres is kept running until each process that holds it has ended. */
  keepAlivePipe(): Writable
  /** Resolves with a signal or exit status when the server ends without having been stopped. */
  ended(): Promise<string>
  /** Starts the server again at the same address, after it has ended unexpectedly. */
  restart(): Promise<void>
  /** Stops the server and disconnects its clients. With `immediate` it skips the final checkpoint, so the next start has to recover. */
  stop(options?: { immediate?: boolean }): Promise<void>
}

type Options = {
  /** Everything is kept in its subfolder `postgres`. */
  dataDir: string
  log: (line: string) => void
  /** Settings of postgresql.conf that replace or extend our own. */
  settings?: Record<string, string>
}

/**
 * Starts a Postgres server for this project alone, on a free port of the
 * loopback interface and with a password. The first start creates its data; a
 * start after a crash recovers it.
 *
 * @throws Error that says what to do, when another process runs on this data
 *   directory or Postgres cannot run on this machine
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = await takeLock(dataDir, 'postgres')
  if ('heldBy' in lock) {
    throw new Error(
      `Parley already runs on ${dataDir} (process ${lock.heldBy}). Stop that one first, or set DATA_DIR (and PORT) for a second one.`,
    )
  }
  try {
    return await start(join(dataDir, 'postgres'), options, lock.release)
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function start(
  folder: string,
  { log, settings = {} }: Options,
  unlock: () => Promise<void>,
): Promise<EmbeddedPostgres> {
  const account = chooseAccount(folder)
  const binaries = await findBinaries(account, log)
  const { data, password } = await ensureDataDirectory(folder, binaries, account, log)
  await stopLeftoverServer(data, password, log)

  const watchdog = startWatchdog(data)
  const launch = (port: number) =>
    startServer({
      executable: binaries.postgres,
      logFile: join(folder, 'postgres.log'),
      data,
      port,
      account,
      settings,
      onSpawn: watchdog.watch,
    })
  let server = await retryStart(async () => launch(await freeLoopbackPort()))
  const { port } = server
  return {
    url: connectionString(port, password),
    pid: () => server.pid,
    keepAlivePipe: () => watchdog.pipe,
    ended: () => server.ended,
    async restart() {
      server = await retryStart(() => launch(port))
    },
    async stop(options) {
      await server.stop(options)
      watchdog.dismiss()
      await unlock()
    },
  }
}

async function retryStart(launch: () => Promise<PostgresServer>): Promise<PostgresServer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launch()
    } catch (error) {
      const passes = error instanceof ServerStartError && PASSING_FAULT.test(error.message)
      if (!passes || attempt >= START_ATTEMPTS) {
        throw new Error(`The embedded Postgres did not start: ${(error as Error).message}`, {
          cause: error,
        })
      }
      await sleep(RETRY_DELAY_MS)
    }
  }
}
