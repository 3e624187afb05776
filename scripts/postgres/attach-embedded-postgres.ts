import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { takeLock } from '../process-lock.ts'
import { connectionString } from './data-directory.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { findRunningServer } from './leftover-server.ts'

/** How long a service that is just starting may take to have its database ready. */
const START_DEADLINE_MS = 30_000

type AttachedPostgres = {
  /** Connection string of the database. */
  url: string
  /** Whether this command has started the server: then nobody else has migrated the database. */
  isOwn: boolean
  /** Stops the server, if this command has started it. */
  release(): Promise<void>
}

/**
 * Gives a command the embedded Postgres of a data directory: the server of the
 * running service, or one that is started for the command.
 *
 * @throws Error when Postgres cannot run, or the running service has no database ready
 */
export async function attachEmbeddedPostgres(options: {
  dataDir: string
  log: (line: string) => void
}): Promise<AttachedPostgres> {
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const lock = await takeLock(dataDir, 'postgres')
  if ('heldBy' in lock) {
    const url = await findRunningDatabase(join(dataDir, 'postgres'), lock.heldBy)
    return { url, isOwn: false, release: async () => {} }
  }
  await lock.release()
  const postgres = await startEmbeddedPostgres({ ...options, dataDir })
  return { url: postgres.url, isOwn: true, release: () => postgres.stop() }
}

async function findRunningDatabase(folder: string, holder: number): Promise<string> {
  const data = join(folder, 'data')
  for (const deadline = Date.now() + START_DEADLINE_MS; Date.now() < deadline; await sleep(200)) {
    if (!existsSync(join(data, 'PG_VERSION'))) continue
    const server = findRunningServer(data)
    if (!server) continue
    const password = readFileSync(join(folder, 'password'), 'utf8').trim()
    return connectionString(server.port, password)
  }
  throw new Error(`Parley runs on this data (process ${holder}), but its database is not ready.`)
}
