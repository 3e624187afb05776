import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { assertDocumentOwner } from './assert-document-owner.ts'
import type { DocumentVersion } from './document-schema.ts'

/**
 * Lists every version of a user's document, oldest first. Plain rows: nothing
 * is edited here, and 200 entities cost more than their query.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function listVersions(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentVersion[]> {
  const versions = await executePrepared<DocumentVersion>(
    em,
    `select id, created_at as "createdAt", title, content, kind, user_id as "userId"
       from document where id = $1 and user_id = $2 order by created_at`,
    [id, userId],
  )
  if (versions.length === 0) await assertDocumentOwner(em, { id, userId })
  for (const version of versions) version.createdAt = toIsoString(version.createdAt)
  return versions
}
