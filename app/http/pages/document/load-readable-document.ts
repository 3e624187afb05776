import { AppError, isAppError } from '#core/app-error.ts'
import { findReadableVersion } from '#core/documents/find-readable-version.ts'
import { findSharedChat } from '#core/documents/find-shared-chat.ts'
import type { PageLoaderArgs } from '../page-loader.ts'
import { getPageSession, requirePageSession } from '../page-session.ts'
import { documentIdOf } from './document-id.ts'
import { loadDocumentPage } from './load-document-page.ts'
import { LOADED_CHARACTERS, shownContent } from './shown-content.ts'

/**
 * Loads a document for whoever may read it: for its owner all that the page needs to
 * edit it, for a reader of its public chat the newest version.
 *
 * @param asksToSignIn whether a visitor who is signed out and may not read it is sent to
 *   sign in; else there is no document for them
 */
export async function loadReadableDocument(args: PageLoaderArgs, { asksToSignIn = true } = {}) {
  const { request, context } = args
  const session = await getPageSession(context, request)
  try {
    if (session) return { shared: null, document: await loadDocumentPage(args) }
  } catch (error) {
    if (!isAppError(error) || error.code !== 'not-owner') throw error
  }
  const shared = await loadShared(args, session?.user.id ?? null)
  if (shared) return { shared, document: null }
  if (asksToSignIn) await requirePageSession(context, request)
  throw new AppError('not-found', 'There is no document here, or it belongs to another account.')
}

async function loadShared({ em, params }: PageLoaderArgs, userId: string | null) {
  const id = documentIdOf(params)
  const version = await findReadableVersion(em, { id, userId, maxCharacters: LOADED_CHARACTERS })
  if (!version) return null
  const { title, kind, createdAt } = version
  return {
    ...{ id, title, kind, createdAt, ...shownContent(version) },
    chat: await findSharedChat(em, id),
  }
}
