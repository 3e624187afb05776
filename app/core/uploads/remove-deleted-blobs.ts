import type { Services } from '#core/services.server.ts'
import { now, secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteObjects } from './delete-objects.ts'

const BATCH = 200
/** Milliseconds after which a run begins no further batch. */
const RUN_MS = 20_000
/** An object that could not be removed is tried again by the next run, a minute later. */
const TRY_AGAIN_SECONDS = 30

/**
 * Removes the objects whose upload has lost its row (a trigger notes their
 * keys), oldest first, those that could not be removed before last.
 *
 * @returns how many are gone
 */
export async function removeDeletedBlobs(
  services: Pick<Services, 'blobs' | 'log'>,
  em: EntityManager,
): Promise<number> {
  const endsAt = performance.now() + RUN_MS
  let removed = 0
  for (;;) {
    const keys = await findKeys(em)
    const gone = await deleteObjects(services, keys)
    removed += gone.length
    await forget(em, gone)
    await putOff(
      em,
      keys.filter((key) => !gone.includes(key)),
    )
    if (keys.length < BATCH || performance.now() > endsAt) return removed
  }
}

async function findKeys(em: EntityManager): Promise<string[]> {
  const rows = await kysely(em)
    .selectFrom('DeletedBlob')
    .select('key')
    .where((eb) => eb('triedAt', 'is', null).or('triedAt', '<', secondsAgo(TRY_AGAIN_SECONDS)))
    .orderBy('triedAt', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
  return rows.map(({ key }) => key)
}

async function forget(em: EntityManager, keys: string[]) {
  if (keys.length === 0) return
  await kysely(em).deleteFrom('DeletedBlob').where('key', 'in', keys).execute()
}

async function putOff(em: EntityManager, keys: string[]) {
  if (keys.length === 0) return
  await kysely(em)
    .updateTable('DeletedBlob')
    .set({ triedAt: now() })
    .where('key', 'in', keys)
    .execute()
}
