import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from './document-schema.ts'
import { findReadableVersion } from './find-readable-version.ts'
import { findVersion } from './find-version.ts'

type Input = {
  id: string
  /** Of the visitor; null when nobody is signed in. */
  userId: string | null
  /** `createdAt` of a version; left out, the newest. */
  version?: string | undefined
  /** Characters of the content that are read at most; left out, all. */
  maxCharacters?: number | undefined
}

/**
 * Gets a document for whoever may read it: for its owner any version, for a reader
 * of a public chat the newest one, whichever was asked for.
 *
 * @throws {AppError} not-found
 */
export async function getReadableVersion(
  em: EntityManager,
  { id, userId, version, maxCharacters }: Input,
): Promise<DocumentVersion> {
  const own = userId && (await findVersion(em, { id, userId, createdAt: version, maxCharacters }))
  const found = own || (await findReadableVersion(em, { id, userId, maxCharacters }))
  // The owner has no version of this time: the newest would be taken for it.
  if (!found || (!own && found.userId === userId)) {
    throw new AppError('not-found', 'There is no document here, or it belongs to another account.')
  }
  return found
}
