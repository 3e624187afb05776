import type { Services } from '#core/services.server.ts'
import { now, secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { DELETES_AT_ONCE, deleteObjects } from './delete-objects.ts'

/** Milliseconds after which a run takes no further keys. */
const RUN_MS = 20_000
/** An object that could not be removed is tried again by the next run, a minute later. */
const TRY_AGAIN_SECONDS = 30

/**
 * Removes the objects whose upload has lost its row (a trigger notes their
 * keys), oldest first, those that could not be removed before last. Several runs
 * at once take different keys. A store that removes nothing is left alone until
 * the next run: each call may take 20 seconds, and the run has a place of the
 * queue meanwhile.
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
    const keys = await takeKeys(em)
    const gone = await deleteObjects(services, keys)
    await forget(em, gone)
    removed += gone.length
    const isLast = keys.length < DELETES_AT_ONCE || performance.now() > endsAt
    if (isLast || gone.length === 0) return removed
  }
}

/** Takes the next keys: no other run tries them for {@link TRY_AGAIN_SECONDS}. */
async function takeKeys(em: EntityManager): Promise<string[]> {
  const rows = await kysely(em)
    .with('taken', (db) =>
      db
        .selectFrom('DeletedBlob')
        .select('key')
        .where((eb) => eb('triedAt', 'is', null).or('triedAt', '<', secondsAgo(TRY_AGAIN_SECONDS)))
        .orderBy('triedAt', (order) => order.asc().nullsFirst())
        .limit(DELETES_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('DeletedBlob')
    .set({ triedAt: now() })
    .from('taken')
    .whereRef('DeletedBlob.key', '=', 'taken.key')
    .returning('DeletedBlob.key')
    .execute()
  return rows.map(({ key }) => key)
}

async function forget(em: EntityManager, keys: string[]) {
  if (keys.length === 0) return
  await kysely(em).deleteFrom('DeletedBlob').where('key', 'in', keys).execute()
}
