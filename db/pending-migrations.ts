import { readdir } from 'node:fs/promises'
import { migrationsFolder, type Orm } from './orm.ts'

const known = new WeakMap<Orm, true>()

/** Tells whether a migration of this release is not yet applied. Once all are, it is not asked again. */
export async function hasPendingMigrations(orm: Orm): Promise<boolean> {
  if (known.has(orm)) return false
  const files = (await readdir(migrationsFolder)).filter((file) => /^Migration.*\.ts$/.test(file))
  const names = files.map((file) => file.replace(/\.ts$/, ''))
  const rows = await orm.em
    .fork()
    .execute<{ name: string }[]>('select name from mikro_orm_migrations')
  const applied = new Set(rows.map(({ name }) => name.replace(/\.ts$/, '')))
  if (names.some((name) => !applied.has(name))) return true
  known.set(orm, true)
  return false
}
