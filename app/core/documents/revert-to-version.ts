import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { deleteVersionsAfter } from './delete-versions-after.ts'
import { getVersion } from './find-version.ts'
import { lockDocument } from './save-version.ts'

/** What goes when a document is reverted to a version. */
export type LaterVersions = { versions: number; suggestions: number }

type Key = { id: string; userId: string; createdAt: string }

/** Counts the versions of a user's document that were made after one of them, and their suggestions. */
export async function countLaterVersions(
  em: EntityManager,
  { id, userId, createdAt }: Key,
): Promise<LaterVersions> {
  const row = await kysely(em)
    .selectNoFrom((eb) => [
      eb
        .selectFrom('Document')
        .where('id', '=', id)
        .where('userId', '=', userId)
        .where('createdAt', '>', createdAt)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('versions'),
      eb
        .selectFrom('Suggestion')
        .where('documentId', '=', id)
        .where('userId', '=', userId)
        .where('documentCreatedAt', '>', createdAt)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('suggestions'),
    ])
    .executeTakeFirstOrThrow()
  return { versions: Number(row.versions), suggestions: Number(row.suggestions) }
}

/**
 * Deletes the versions of a user's document that were made after one of them.
 * Irreversible.
 *
 * @param input.expected how many versions the user was told will go
 * @throws {AppError} not-found; not-owner; conflict, when others would go
 */
export async function revertToVersion(
  em: EntityManager,
  { expected, ...key }: Key & { expected: number },
): Promise<void> {
  await em.transactional(async (tx) => {
    await lockDocument(tx, key.id)
    await getVersion(tx, { ...key, maxCharacters: 0 })
    const { versions } = await countLaterVersions(tx, key)
    if (versions !== expected) {
      throw new AppError(
        'conflict',
        'The document has changed meanwhile, so nothing was deleted. Look at its versions again.',
      )
    }
    await deleteVersionsAfter(tx, { id: key.id, userId: key.userId, timestamp: key.createdAt })
  })
}
