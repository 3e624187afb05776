import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { assertOwned } from '../ownership.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'

type Key = {
  id: string
  userId: string
  /** Of the version; left out, the newest. */
  createdAt?: string | undefined
  /** Characters of the content that are read at most; left out, all. */
  maxCharacters?: number | undefined
}

/**
 * Finds a version of a user's document.
 *
 * @returns null when the document is unknown or another user's, or has no such version
 */
export async function findVersion(
  em: EntityManager,
  { id, userId, createdAt, maxCharacters }: Key,
): Promise<DocumentVersion | null> {
  const newest = kysely(em)
    .selectFrom('Document')
    .select(DOCUMENT_COLUMNS.filter((column) => column !== 'content'))
    .select(({ fn, val, ref }) =>
      maxCharacters === undefined
        ? ref('content').as('content')
        : fn<string | null>('left', ['content', val(maxCharacters)]).as('content'),
    )
    .where('id', '=', id)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
  const query = createdAt === undefined ? newest : newest.where('createdAt', '=', createdAt)
  return (await query.executeTakeFirst()) ?? null
}

/**
 * Like {@link findVersion}, but tells why there is no such version.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function getVersion(em: EntityManager, key: Key): Promise<DocumentVersion> {
  const version = await findVersion(em, key)
  if (version) return version
  await assertDocumentOwner(em, key)
  throw new AppError('not-found', 'The document has no version of this time.')
}

/**
 * Asserts that a document exists and belongs to a user, after a query that is
 * scoped by its owner has found nothing.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function assertDocumentOwner(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  const version = await kysely(em)
    .selectFrom('Document')
    .select('userId')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  assertOwned('document', version, userId)
}
