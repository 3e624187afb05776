import { randomUUID } from 'node:crypto'
import type { EntityManager } from '#db/orm.ts'
import { MAX_DOCUMENT_TITLE_LENGTH } from '../documents/document-schema.ts'
import { getVersion } from '../documents/find-version.ts'
import { saveVersion } from '../documents/save-version.ts'

const SUFFIX = ' (copy)'

/**
 * Begins a new document with the newest version of another one of the user. It
 * belongs to no chat, so that it is not shared with one.
 *
 * @returns its id
 * @throws {AppError} not-found; not-owner; too-large when the storage is full
 */
export async function copyDocument(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<string> {
  const { title, content, kind } = await getVersion(em, { id, userId })
  const copyId = randomUUID()
  await saveVersion(em, {
    id: copyId,
    userId,
    title: `${title.slice(0, MAX_DOCUMENT_TITLE_LENGTH - SUFFIX.length).toWellFormed()}${SUFFIX}`,
    content: content ?? '',
    kind,
    origin: 'copy',
  })
  return copyId
}
