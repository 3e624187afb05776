import type { StorageLimitName } from '#db/entities/storage-limit.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { ServiceEnv } from './env.server.ts'

export type StorageLimits = Pick<ServiceEnv, 'STORAGE_PER_USER' | 'STORAGE_PER_DOCUMENT'>

/**
 * Stores how many bytes a user and a document may hold, for the triggers that count
 * them; a guest may hold a tenth of what a user may. Writes only what differs.
 */
export async function storeStorageLimits(em: EntityManager, limits: StorageLimits): Promise<void> {
  const bytesOf: Record<StorageLimitName, number> = {
    storage_per_user: limits.STORAGE_PER_USER,
    storage_per_guest: Math.floor(limits.STORAGE_PER_USER / 10),
    storage_per_document: limits.STORAGE_PER_DOCUMENT,
  }
  const rows = Object.entries(bytesOf).map(([name, bytes]) => ({ name, bytes }))
  await kysely(em)
    .insertInto('StorageLimit')
    .values(rows as { name: StorageLimitName; bytes: number }[])
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(({ ref }) => ({ bytes: ref('excluded.bytes') }))
        .whereRef('StorageLimit.bytes', '!=', 'excluded.bytes'),
    )
    .execute()
}
