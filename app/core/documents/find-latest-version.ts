import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'

/** Finds the newest version of a user's document; null when it is unknown or another user's. */
export async function findLatestVersion(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentVersion | null> {
  const [version] = await em.execute<DocumentVersion[]>(
    `select id, created_at as "createdAt", title, content, kind, user_id as "userId"
       from document where id = ? and user_id = ? order by created_at desc limit 1`,
    [id, userId],
  )
  return version ? { ...version, createdAt: toIsoString(version.createdAt) } : null
}
