import { getVersion } from '#core/documents/find-version.ts'
import { listPlacedSuggestions } from '#core/suggestions/list-placed-suggestions.ts'
import { readRequestStatus } from '#core/suggestions/read-request-status.ts'
import type { EntityManager } from '#db/orm.ts'

/** Characters of the document in which suggestions are placed at most. */
const MAX_CHARACTERS = 1_000_000

/**
 * Loads the open suggestions of a document at their places in its newest version,
 * and whether more are being written.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function loadSuggestions(
  em: EntityManager,
  { documentId, userId }: { documentId: string; userId: string },
) {
  // Read first: once it says that all are written, all are listed.
  const status = await readRequestStatus(em, { documentId, userId })
  const version = await getVersion(em, { id: documentId, userId, maxCharacters: MAX_CHARACTERS })
  const { createdAt, content } = version
  const placedIn = { documentId, userId, createdAt, content: content ?? '' }
  return { createdAt, status, suggestions: await listPlacedSuggestions(em, placedIn) }
}
