import type { DocumentKind } from '#db/entities/document.ts'
import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** For this time a deleted document can be brought back: a day. */
const KEEP_SECONDS = 24 * 3600
/** Documents that one run of the clean-up removes, so that it is short. */
const BATCH = 200
/** Deleted documents that are listed, the last deleted first. */
const LISTED = 50

type DeletedDocument = { id: string; title: string; kind: DocumentKind; deletedAt: string }

/** Lists the documents that the user has deleted and can bring back; the ids are those they are kept under. */
export async function listDeletedDocuments(
  em: EntityManager,
  userId: string,
): Promise<DeletedDocument[]> {
  return kysely(em)
    .selectFrom('DocumentSummary')
    .select(['id', 'title', 'kind', 'deletedAt'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is not', null)
    .orderBy('deletedAt', 'desc')
    .limit(LISTED)
    .$narrowType<{ deletedAt: string }>()
    .execute()
}

/** Removes a deleted document of the user for good. Does nothing when it is not there any more. */
export async function removeDeletedDocument(
  em: EntityManager,
  { keptId, userId }: { keptId: string; userId: string },
): Promise<void> {
  await kysely(em)
    .deleteFrom('Document')
    .where('id', 'in', (db) =>
      db
        .selectFrom('DocumentSummary')
        .select('DocumentSummary.id')
        .where('DocumentSummary.id', '=', keptId)
        .where('DocumentSummary.userId', '=', userId)
        .where('DocumentSummary.deletedAt', 'is not', null)
        // Waits for one who brings it back; it is not deleted then.
        .forUpdate(),
    )
    .execute()
}

/**
 * Removes documents for good that were deleted more than a day ago. Several runs at
 * once do no harm.
 *
 * @returns how many versions were removed
 */
export async function removeOldDeletedDocuments(em: EntityManager): Promise<number> {
  const { numDeletedRows } = await kysely(em)
    .deleteFrom('Document')
    .where('id', 'in', (db) =>
      db
        .selectFrom('DocumentSummary')
        .select('DocumentSummary.id')
        .where('DocumentSummary.deletedAt', '<', secondsAgo(KEEP_SECONDS))
        .orderBy('DocumentSummary.deletedAt')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
