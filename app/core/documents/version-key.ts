import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { assertDocumentOwner } from './find-version.ts'
import type { VersionKey } from './version-json.ts'

type Input = {
  id: string
  userId: string
  /** Of the version; left out, the newest. */
  createdAt?: string | undefined
}

/**
 * Finds a version of a user's document without reading its content.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function getVersionKey(
  em: EntityManager,
  { id, userId, createdAt }: Input,
): Promise<VersionKey> {
  const newest = kysely(em)
    .selectFrom('Document')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .select(['id', 'createdAt'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
    )
    .orderBy('createdAt', 'desc')
    .limit(1)
  const query = createdAt === undefined ? newest : newest.where('createdAt', '=', createdAt)
  const key = await query.executeTakeFirst()
  if (key) return key
  await assertDocumentOwner(em, { id, userId })
  throw new AppError('not-found', 'The document has no version of this time.')
}
