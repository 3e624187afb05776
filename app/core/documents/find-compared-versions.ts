import type { DocumentKind, DocumentOrigin } from '#db/entities/document.ts'
import type { EntityManager } from '#db/orm.ts'
import { refuseVersion, selectVersion } from './find-version.ts'
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
  input: { id: string; userId: string; createdAt: string | undefined },
): Promise<{ version: ComparedVersion; previous: string | null }> {
  const version = await selectVersion(em, input)
    .select(['createdAt', 'title', 'kind', 'origin'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('bytes'),
    )
    .executeTakeFirst()
  if (!version) return refuseVersion(em, input)
  const key = { ...input, createdAt: version.createdAt }
  const { number, previous } = await findVersionPosition(em, key)
  return { version: { ...version, number }, previous }
}
