import type { EntityManager } from '#db/orm.ts'
import { refuseVersion, selectVersion } from './find-version.ts'
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
export async function getVersionKey(em: EntityManager, input: Input): Promise<VersionKey> {
  const key = await selectVersion(em, input)
    .select(['id', 'createdAt'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
    )
    .executeTakeFirst()
  return key ?? refuseVersion(em, input)
}
