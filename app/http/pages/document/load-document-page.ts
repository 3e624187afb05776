import { findDocumentChat } from '#core/documents/find-document-chat.ts'
import { loadVersionWithHistory } from '#core/documents/load-version-with-history.ts'
import { listPlacedSuggestions } from '#core/suggestions/list-placed-suggestions.ts'
import { readRequestStatus } from '#core/suggestions/read-request-status.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { requirePageSession } from '../page-session.ts'
import { documentIdOf } from './document-id.ts'
import { LOADED_CHARACTERS, shownContent } from './shown-content.ts'
import { versionTimeOf } from './version-time.ts'

/**
 * Loads a version of a document (`?version=`, else the newest) with its open
 * suggestions and a list of versions (those made before `?versionsBefore=`, else
 * the newest).
 */
export async function loadDocumentPage({ request, params, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const id = documentIdOf(params)
  const query = new URL(request.url).searchParams
  const { version, isLatest, history, position, later } = await loadVersionWithHistory(em, {
    id,
    userId: user.id,
    createdAt: versionTimeOf(query, 'version'),
    before: versionTimeOf(query, 'versionsBefore'),
    maxCharacters: LOADED_CHARACTERS,
  })
  const { title, content, kind } = version
  const placedIn = { documentId: id, userId: user.id, createdAt: version.createdAt }
  const suggestions = isLatest
    ? await listPlacedSuggestions(em, { ...placedIn, content: content ?? '' })
    : []
  return {
    id,
    title,
    kind,
    ...shownContent(version),
    createdAt: version.createdAt,
    isLatest,
    chat: await findDocumentChat(em, { id, userId: user.id }),
    history,
    position,
    later,
    suggestions,
    suggestionStatus: isLatest ? await readRequestStatus(em, placedIn) : null,
  }
}
