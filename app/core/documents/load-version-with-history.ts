import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner, getVersion } from './find-version.ts'

/** Versions that are listed at once: a document may have many thousands. */
const LISTED_VERSIONS = 100

/** When versions of a document were made (`createdAt`), newest first, and whether there are others. */
type VersionHistory = { versions: string[]; hasNewer: boolean; hasOlder: boolean }

type VersionInHistory = {
  version: DocumentVersion
  isLatest: boolean
  history: VersionHistory
}

type Input = {
  id: string
  userId: string
  /** Of the version; left out, the newest. */
  createdAt?: string | undefined
  /** Lists versions that were made before this time; left out, the newest. */
  before?: string | undefined
  /** Characters of the content that are read at most; left out, all. */
  maxCharacters?: number | undefined
}

/**
 * Loads one version of a user's document, and when others were made. Only one
 * comes with its content, because a page shows one, and all the contents may be
 * many megabytes.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function loadVersionWithHistory(
  em: EntityManager,
  { id, userId, createdAt, before, maxCharacters }: Input,
): Promise<VersionInHistory> {
  const [newest] = await listTimes(em, { id, userId, limit: 1 })
  if (!newest) await assertDocumentOwner(em, { id, userId })
  const version = await getVersion(em, {
    id,
    userId,
    createdAt: createdAt ?? newest,
    maxCharacters,
  })
  // One more, which tells that there is more.
  const times = await listTimes(em, { id, userId, before, limit: LISTED_VERSIONS + 1 })
  const versions = times.slice(0, LISTED_VERSIONS)
  return {
    version,
    isLatest: version.createdAt === newest,
    history: {
      versions,
      hasNewer: newest !== versions[0],
      hasOlder: times.length > versions.length,
    },
  }
}

async function listTimes(
  em: EntityManager,
  {
    id,
    userId,
    before,
    limit,
  }: { id: string; userId: string; before?: string | undefined; limit: number },
): Promise<string[]> {
  const all = kysely(em)
    .selectFrom('Document')
    .select('createdAt')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(limit)
  const query = before === undefined ? all : all.where('createdAt', '<', before)
  return (await query.execute()).map((each) => each.createdAt)
}
