import { readdir } from 'node:fs/promises'
import { migrationsFolder, type Orm } from './orm.ts'

/** MikroORM's own table of the migrations that are applied; it is not an entity. */
type Migrations = { mikro_orm_migrations: { name: string } }

const upToDate = new WeakSet<Orm>()

/**
 * Tells whether a migration of this release is not yet applied. Once all of them
 * are, the database is not asked again.
 */
export async function hasPendingMigrations(orm: Orm): Promise<boolean> {
  if (upToDate.has(orm)) return false
  const files = (await readdir(migrationsFolder)).filter((file) => /^Migration.*\.ts$/.test(file))
  const names = files.map((file) => file.replace(/\.ts$/, ''))
  const rows = await orm.em
    .fork()
    .getKysely<Migrations>()
    .selectFrom('mikro_orm_migrations')
    .select('name')
    .execute()
  const applied = new Set(rows.map(({ name }) => name.replace(/\.ts$/, '')))
  if (names.some((name) => !applied.has(name))) return true
  upToDate.add(orm)
  return false
}
