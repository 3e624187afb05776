import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner, getVersion } from './find-version.ts'

type VersionInHistory = {
  version: DocumentVersion
  /** `createdAt` of every version, newest first. */
  history: string[]
}

/**
 * Loads one version of a user's document, and when the others were made. Only
 * one comes with its content, because a page shows one, and all the contents
 * may be many megabytes.
 *
 * @param input.createdAt of the version; left out, the newest
 * @param input.maxCharacters of its content that are read at most; left out, all
 * @throws {AppError} not-found; not-owner
 */
export async function loadVersionWithHistory(
  em: EntityManager,
  {
    id,
    userId,
    createdAt,
    maxCharacters,
  }: {
    id: string
    userId: string
    createdAt?: string | undefined
    maxCharacters?: number | undefined
  },
): Promise<VersionInHistory> {
  const history = await kysely(em)
    .selectFrom('Document')
    .select('createdAt')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .execute()
  if (history.length === 0) await assertDocumentOwner(em, { id, userId })
  const version = await getVersion(em, {
    id,
    userId,
    createdAt: createdAt ?? history[0]?.createdAt,
    maxCharacters,
  })
  return { version, history: history.map((each) => each.createdAt) }
}
