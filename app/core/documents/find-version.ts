import type { SelectQueryBuilder } from 'kysely'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { assertOwned } from '../ownership.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'

type Key = {
  id: string
  userId: string
  /** Of the version; left out, the newest. */
  createdAt?: string | undefined
}

type Reading = {
  /** Characters of the content that are read at most; left out, all. */
  maxCharacters?: number | undefined
}

/** Begins a query of one version of a user's document; of none where {@link findVersion} finds none. */
export function selectVersion(em: EntityManager, { id, userId, createdAt }: Key) {
  const newest = kysely(em)
    .selectFrom('Document')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
  return createdAt === undefined ? newest : newest.where('createdAt', '=', createdAt)
}

/** Reads the version that a query has found. */
export async function readVersion(
  query: SelectQueryBuilder<Database, 'Document', unknown>,
  { maxCharacters }: Reading,
): Promise<DocumentVersion | null> {
  const version = await query
    .select(DOCUMENT_COLUMNS.filter((column) => column !== 'content'))
    .select(({ fn, val, ref }) =>
      maxCharacters === undefined
        ? ref('content').as('content')
        : fn<string | null>('left', ['content', val(maxCharacters)]).as('content'),
    )
    .executeTakeFirst()
  return version ?? null
}

/**
 * Finds a version of a user's document.
 *
 * @returns null when the document is unknown or another user's, or has no such version
 */
export function findVersion(
  em: EntityManager,
  { maxCharacters, ...key }: Key & Reading,
): Promise<DocumentVersion | null> {
  return readVersion(selectVersion(em, key), { maxCharacters })
}

/**
 * Like {@link findVersion}, but tells why there is no such version.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function getVersion(em: EntityManager, key: Key & Reading): Promise<DocumentVersion> {
  return (await findVersion(em, key)) ?? refuseVersion(em, key)
}

/**
 * Tells why a query of a version of a user's document has found none.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function refuseVersion(em: EntityManager, key: Key): Promise<never> {
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
