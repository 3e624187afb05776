import { AppError } from '#core/app-error.ts'
import { documentQuery } from '#core/documents/document-schema.ts'

/**
 * Reads the document's id out of the address of a page.
 *
 * @throws {AppError} not-found
 */
export function documentIdOf(params: { documentId?: string | undefined }): string {
  const parsed = documentQuery.safeParse({ id: params.documentId })
  if (!parsed.success) throw new AppError('not-found', 'There is no document at this address.')
  return parsed.data.id
}
