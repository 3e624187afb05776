import type { EntityManager } from '#db/orm.ts'
import { type ExportedFile, exportDocument } from './export-document.ts'
import { getReadableVersion } from './get-readable-version.ts'

type Input = {
  id: string
  /** Of the visitor; null when nobody is signed in. */
  userId: string | null
  /** `createdAt` of a version; left out, the newest. */
  version?: string | undefined
}

/**
 * Gives a document as a file to whoever may read it: to its owner any version, to a
 * reader of a public chat the newest one, whichever was asked for.
 *
 * @throws {AppError} not-found; unavailable when too many exports wait
 */
export async function exportReadable(em: EntityManager, input: Input): Promise<ExportedFile> {
  const { id, userId, createdAt } = await getReadableVersion(em, { ...input, maxCharacters: 0 })
  return exportDocument(em, { id, userId, version: createdAt })
}
