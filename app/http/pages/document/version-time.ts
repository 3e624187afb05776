import { AppError } from '#core/app-error.ts'
import { revertDocumentBody } from '#core/documents/document-schema.ts'

const createdAt = revertDocumentBody.shape.timestamp.optional()

/**
 * Reads the time of a version out of the query of a page; undefined when it is
 * not there or empty.
 *
 * @throws {AppError} not-found
 */
export function versionTimeOf(query: URLSearchParams, name: string): string | undefined {
  const parsed = createdAt.safeParse(query.get(name) || undefined)
  if (!parsed.success) throw new AppError('not-found', 'The document has no version of this time.')
  return parsed.data
}
