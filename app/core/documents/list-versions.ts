import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner } from './find-version.ts'

const selectVersions = prepared((db, p: { id: string; userId: string }) =>
  db
    .selectFrom('Document')
    .select(DOCUMENT_COLUMNS)
    .where('id', '=', p.id)
    .where('userId', '=', p.userId)
    .orderBy('createdAt'),
)

/**
 * Lists every version of a user's document, oldest first.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function listVersions(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentVersion[]> {
  const versions = await selectVersions(em, { id, userId })
  if (versions.length === 0) await assertDocumentOwner(em, { id, userId })
  return versions
}
