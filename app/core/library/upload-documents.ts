import { randomUUID } from 'node:crypto'
import type { DocumentKind } from '#db/entities/document.ts'
import type { EntityManager } from '#db/orm.ts'
import { isAppError } from '../app-error.ts'
import { saveVersion } from '../documents/save-version.ts'
import { storageFull } from '../storage-full.ts'
import { readFile, type SentFile } from './read-file.ts'

/** What has become of files: the documents that were begun, and why the other files were refused. */
export type UploadedDocuments = {
  documents: { id: string; title: string; kind: DocumentKind }[]
  refused: { name: string; reason: string }[]
}

/**
 * Begins a document with each file. One that cannot be a document, or for which there
 * is no room, does not keep the others from becoming theirs.
 */
export async function uploadDocuments(
  em: EntityManager,
  { userId, files }: { userId: string; files: SentFile[] },
): Promise<UploadedDocuments> {
  const uploaded: UploadedDocuments = { documents: [], refused: [] }
  for (const file of files) {
    try {
      const { title, kind, content } = readFile(file)
      const id = randomUUID()
      await saveVersion(em, { id, userId, title, kind, content, origin: 'upload' })
      uploaded.documents.push({ id, title, kind })
    } catch (error) {
      const full = storageFull(error)
      const reason = full
        ? `could not be kept. ${full.message}`
        : isAppError(error) && error.code === 'invalid'
          ? error.message
          : null
      if (reason === null) throw error
      uploaded.refused.push({ name: file.name.slice(0, 200).toWellFormed(), reason })
    }
  }
  return uploaded
}
