import { now, secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Images of one transaction, whose locks a message with one of them waits for. */
const BATCH = 200
/** Batches of one run at most. */
const MAX_BATCHES = 25
/** An image that is shown is looked at again after 30 days, should its mark be lost. */
const CHECK_AGAIN_SECONDS = 30 * 24 * 3600

/**
 * Deletes the rows of the images that no message shows: those whose last chat
 * was deleted, and those that were uploaded a day ago and never used. Their
 * objects go next (remove-deleted-blobs.ts). Looks only at images that are due,
 * because a message that showed them is gone or nobody has looked for long.
 *
 * @returns how many were deleted
 */
export async function deleteUnusedImages(em: EntityManager): Promise<number> {
  let deleted = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const checked = await em.transactional(deleteBatch)
    deleted += checked.deleted
    if (checked.looked < BATCH) break
  }
  return deleted
}

async function deleteBatch(tx: EntityManager): Promise<{ looked: number; deleted: number }> {
  // A message that begins to show one of them has its row locked, or waits.
  const due = await kysely(tx)
    .selectFrom('Upload')
    .select('id')
    .where('status', '=', 'stored')
    .where('checkAfter', '<=', now())
    .orderBy('checkAfter')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  const ids = due.map(({ id }) => id)
  if (ids.length === 0) return { looked: 0, deleted: 0 }
  // A statement of its own: it sees what was committed before the locks were granted.
  const { numDeletedRows } = await kysely(tx)
    .deleteFrom('Upload')
    .where('id', 'in', ids)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('MessageImage')
            .select('MessageImage.messageId')
            .whereRef('MessageImage.uploadId', '=', 'Upload.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  await kysely(tx)
    .updateTable('Upload')
    .set({ checkAfter: secondsFromNow(CHECK_AGAIN_SECONDS) })
    .where('id', 'in', ids)
    .execute()
  return { looked: ids.length, deleted: Number(numDeletedRows) }
}
