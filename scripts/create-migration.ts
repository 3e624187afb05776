import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOrm } from '#db/orm.ts'
import { migrate } from './migrate.ts'
import { startEmbeddedPostgres } from './postgres/embedded-postgres.ts'

/**
 * `npm run db:migration:create -- add-pins`: applies all migrations to a new
 * database, compares it with the entities and writes the difference as a
 * migration. Its SQL is a draft for you to review.
 */
async function runCommand(name: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-migration-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    await migrate(postgres.url, () => {})
    await writeMigration(postgres.url, name)
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function writeMigration(databaseUrl: string, name: string): Promise<void> {
  const orm = await createOrm(databaseUrl, 1)
  try {
    const { diff, fileName } = await orm.migrator.create(undefined, false, false, name)
    if (diff.up.length === 0) console.log('The migrations match the entities: nothing to write.')
    else console.log(`Wrote db/migrations/${fileName}. Read the SQL, then run "npm run format".`)
  } finally {
    await orm.close(true)
  }
}

const name = process.argv[2]
if (!name || !/^[a-z][a-z0-9_-]*$/.test(name)) {
  console.error('Give the migration a name: npm run db:migration:create -- add-pins')
  process.exitCode = 1
} else {
  await runCommand(name.replaceAll('-', '_')).catch((error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  })
}
