import { MikroORM } from '@mikro-orm/postgresql'
import { runMigrations as migrateQueue } from 'bullmq'
import { readEnvOrExit } from '#core/env.server.ts'
import { ormOptions } from '#db/orm.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { loadEnvFile } from './project-root.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** An arbitrary number: the advisory lock that processes take before they migrate a database. */
const LOCK_KEY = 7_275_395_901

const DATABASE_DEADLINE_MS = 60_000
const LOCK_DEADLINE_MS = 120_000

type MigrateOptions = {
  /** Also creates the tables of the job queue, which are needed without `REDIS_URL`. Default true. */
  queueTables?: boolean
  signal?: AbortSignal
}

/**
 * Waits until a database answers (60 s at most) and applies the migrations that
 * it lacks. Several processes may do this at the same time, and it may be
 * repeated.
 *
 * @param databaseUrl a Postgres connection string
 * @param log receives one line for each migration
 * @returns the names of the migrations that this call has applied
 */
export async function migrate(
  databaseUrl: string,
  log: (line: string) => void,
  { queueTables = true, signal }: MigrateOptions = {},
): Promise<string[]> {
  const client = await waitForDatabase(databaseUrl, DATABASE_DEADLINE_MS, signal)
  try {
    // The lock belongs to this connection, so it ends with the process even after a crash.
    await client.query(`set lock_timeout = ${LOCK_DEADLINE_MS}`)
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    const applied = await migrateEntities(databaseUrl)
    for (const name of applied) log(`applied ${name}`)
    if (queueTables) await migrateQueue(client)
    return applied
  } finally {
    await client.end()
  }
}

async function migrateEntities(databaseUrl: string): Promise<string[]> {
  const options = ormOptions(databaseUrl, 2)
  const orm = await MikroORM.init({
    ...options,
    // Building an index on a large table takes longer than the time limits for requests allow.
    driverOptions: { ...options.driverOptions, onConnect: undefined, query_timeout: 0 },
    // `migrate` prints one line for each migration itself.
    migrations: { ...options.migrations, silent: true },
  })
  try {
    const applied = await orm.migrator.up()
    return applied.map((migration) => migration.name)
  } finally {
    await orm.close(true)
  }
}

/** `npm run db:migrate`: the database of `DATABASE_URL`, else the embedded one in `DATA_DIR`. */
async function runCommand(): Promise<void> {
  loadEnvFile()
  const env = readEnvOrExit()
  const log = console.log
  const postgres = env.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log })
  try {
    const url = env.DATABASE_URL ?? postgres?.url ?? ''
    await migrate(url, log, { queueTables: !env.REDIS_URL })
    log('The database is up to date.')
  } finally {
    await postgres?.stop()
  }
}

if (import.meta.main) {
  await runCommand().catch((error: Error) => {
    console.error(error.message || String(error))
    process.exitCode = 1
  })
}
