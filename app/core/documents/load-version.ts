import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { assertDocumentOwner } from './assert-document-owner.ts'
import type { DocumentVersion } from './document-schema.ts'

export type VersionInHistory = {
  version: DocumentVersion
  /** `createdAt` of every version, newest first. */
  history: string[]
}

/**
 * Loads one version of a user's document, and when the others were made: a
 * page shows one, and all the contents may be many megabytes.
 *
 * @param input.createdAt of the version; left out, the newest
 * @throws {AppError} not-found; not-owner
 */
export async function loadVersion(
  em: EntityManager,
  { id, userId, createdAt }: { id: string; userId: string; createdAt?: string | undefined },
): Promise<VersionInHistory> {
  const times = await em.execute<{ created_at: string }[]>(
    'select created_at from document where id = ? and user_id = ? order by created_at desc',
    [id, userId],
  )
  if (times.length === 0) await assertDocumentOwner(em, { id, userId })
  const history = times.map((row) => toIsoString(row.created_at))
  const wanted = createdAt ?? history[0]
  const [version] = await em.execute<DocumentVersion[]>(
    `select id, created_at as "createdAt", title, content, kind, user_id as "userId"
       from document where id = ? and user_id = ? and created_at = ?`,
    [id, userId, wanted],
  )
  if (!version) throw new AppError('not-found', 'The document has no version of this time.')
  return { version: { ...version, createdAt: toIsoString(version.createdAt) }, history }
}
