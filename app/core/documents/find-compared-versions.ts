import type { DocumentKind, DocumentOrigin } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { assertDocumentOwner } from './find-version.ts'
import { findVersionPosition } from './version-history.ts'

/** A version that is compared, without its content. */
export type ComparedVersion = {
  createdAt: string
  title: string
  kind: DocumentKind
  origin: DocumentOrigin | null
  /** Of the content. */
  bytes: number
  number: number | null
}

type Input = {
  id: string
  userId: string
  /** `createdAt` of the version before; left out, the one before `to`. */
  from?: string | undefined
  /** `createdAt` of the version after; left out, the newest. */
  to?: string | undefined
}

/**
 * Finds the two versions of a user's document that are to be compared.
 *
 * @returns `from` null when `to` is the first version
 * @throws {AppError} not-found; not-owner
 */
export async function findComparedVersions(
  em: EntityManager,
  { id, userId, from, to }: Input,
): Promise<{ from: ComparedVersion | null; to: ComparedVersion }> {
  const after = await findComparedVersion(em, { id, userId, createdAt: to })
  const before = from ?? after.previous
  const compared =
    before === null ? null : await findComparedVersion(em, { id, userId, createdAt: before })
  return { from: compared?.version ?? null, to: after.version }
}

async function findComparedVersion(
  em: EntityManager,
  { id, userId, createdAt }: { id: string; userId: string; createdAt: string | undefined },
): Promise<{ version: ComparedVersion; previous: string | null }> {
  const newest = kysely(em)
    .selectFrom('Document')
    .select(['createdAt', 'title', 'kind', 'origin'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('bytes'),
    )
    .where('id', '=', id)
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
  const query = createdAt === undefined ? newest : newest.where('createdAt', '=', createdAt)
  const version = await query.executeTakeFirst()
  if (version) {
    const key = { id, userId, createdAt: version.createdAt }
    const { number, previous } = await findVersionPosition(em, key)
    return { version: { ...version, number }, previous }
  }
  await assertDocumentOwner(em, { id, userId })
  throw new AppError('not-found', 'The document has no version of this time.')
}
