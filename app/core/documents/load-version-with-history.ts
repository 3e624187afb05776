import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { getVersion } from './find-version.ts'
import { countLaterVersions, type LaterVersions } from './revert-to-version.ts'
import {
  findVersionPosition,
  listVersionHistory,
  type VersionHistory,
  type VersionPosition,
} from './version-history.ts'

/** Versions that are listed at once: a document may have many thousands. */
const LISTED_VERSIONS = 100

type VersionInHistory = {
  version: DocumentVersion
  isLatest: boolean
  history: VersionHistory
  position: VersionPosition
  /** What was made after the version; null for the newest. */
  later: LaterVersions | null
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
 * Loads one version of a user's document, where it stands among the others, and
 * a list of these. Only one comes with its content, because a page shows one, and
 * all the contents may be many megabytes.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function loadVersionWithHistory(
  em: EntityManager,
  { id, userId, createdAt, before, maxCharacters }: Input,
): Promise<VersionInHistory> {
  const version = await getVersion(em, { id, userId, createdAt, maxCharacters })
  const [position, history] = await Promise.all([
    findVersionPosition(em, { id, userId, createdAt: version.createdAt }),
    listVersionHistory(em, { id, userId, before, limit: LISTED_VERSIONS }),
  ])
  // What was the newest when it was read is shown as that, also when another one was saved since.
  const isLatest = createdAt === undefined || position.next === null
  const key = { id, userId, createdAt: version.createdAt }
  const later = isLatest ? null : await countLaterVersions(em, key)
  return { version, isLatest, history, position, later }
}
