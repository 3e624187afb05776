import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { getVersion } from '../documents/find-version.ts'
import { saveEdit } from '../documents/save-edit.ts'

/**
 * Gives a document another title, as a new version. What is saved at the same
 * moment is kept.
 *
 * @throws {AppError} not-found; not-owner; conflict when it was renamed elsewhere at
 *   the same moment; too-large when the storage is full
 */
export async function renameDocument(
  em: EntityManager,
  { id, userId, title }: { id: string; userId: string; title: string },
): Promise<void> {
  const { createdAt, content, kind } = await getVersion(em, { id, userId })
  const edit = { id, userId, title, kind, content: content ?? '', baseCreatedAt: createdAt }
  const { status } = await saveEdit(em, edit)
  if (status === 'conflict') {
    throw new AppError('conflict', 'The document was changed at the same moment. Try again.')
  }
}
