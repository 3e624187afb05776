import { readEnvOrExit } from '#core/env.server.ts'
import { createOrm, type EntityManager } from '#db/orm.ts'
import { hasPendingMigrations } from '#db/pending-migrations.ts'
import { migrate } from './migrate.ts'
import { attachEmbeddedPostgres } from './postgres/attach-embedded-postgres.ts'
import { loadEnvFile } from './project-root.ts'

/**
 * Runs a command's work on the database of `DATABASE_URL` (set, or in .env), else on
 * the embedded one in `DATA_DIR`, whether or not the service is running.
 */
export async function withDatabase<T>(work: (em: EntityManager) => Promise<T>): Promise<T> {
  const database = await openDatabase()
  try {
    const orm = await createOrm(database.url, 1)
    try {
      if (await hasPendingMigrations(orm)) {
        throw new Error('The database lacks migrations. Run "npm run db:migrate" first.')
      }
      return await work(orm.em.fork())
    } finally {
      await orm.close(true)
    }
  } finally {
    await database.release()
  }
}

async function openDatabase() {
  loadEnvFile()
  const env = readEnvOrExit()
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, release: async () => {} }
  const postgres = await attachEmbeddedPostgres({ dataDir: env.DATA_DIR, log: console.error })
  if (postgres.isOwn) await migrate(postgres.url, console.error, { queueTables: !env.REDIS_URL })
  return postgres
}
