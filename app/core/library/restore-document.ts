import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'

/**
 * Brings a deleted document back with its versions and suggestions: under the id
 * that it had, or where that is used again, under the one it was kept under.
 *
 * @param input.keptId as `deleteDocuments` gave it
 * @returns the id that it has now
 * @throws {AppError} not-found when there is no such document of the user any more
 */
export async function restoreDocument(
  em: EntityManager,
  { keptId, userId }: { keptId: string; userId: string },
): Promise<string> {
  const restored = await kysely(em)
    .selectNoFrom(({ fn, val }) =>
      fn<string | null>('restore_document', [val(userId), val(keptId)]).as('id'),
    )
    .executeTakeFirst()
  if (restored?.id) return restored.id
  throw new AppError(
    'not-found',
    'This document cannot be brought back: it was deleted more than a day ago, or is back already.',
  )
}
