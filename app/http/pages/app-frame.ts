import { data } from '@remix-run/node'
import { isAppError } from '#core/app-error.ts'
import { historyQuery } from '#core/chat/chat-schema.ts'
import { type ChatPage, listChats } from '#core/chat/list-chats.ts'
import { toStorableText } from '#core/storable-text.ts'
import { admissionOf } from '#core/users/admission.ts'
import type { EntityManager } from '#db/orm.ts'
import type { PageLoaderArgs } from './page-loader.ts'
import { getPageSession, renewedCookieHeaders } from './page-session.ts'

/** Chats that the sidebar shows at once. */
const PAGE_SIZE = 30
const MAX_SEARCH_LENGTH = 200

/**
 * Loads what surrounds every page of the chat: the visitor's account, and the
 * history, from `?before=<chat id>` on (the link to older chats that works
 * without JavaScript) and searched for `?q=`.
 */
export async function loadAppFrame({ request, context, em }: PageLoaderArgs) {
  const session = await getPageSession(context, request)
  const { pathname, searchParams } = new URL(request.url)
  // The library has a search and pages of its own.
  const query = pathname === '/documents' ? new URLSearchParams() : searchParams
  const before = query.get('before')
  const search = toStorableText((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)).trim()
  const history = session
    ? await loadHistory(em, session.user.id, { before, search })
    : { chats: [], hasMore: false }
  return data(
    {
      user: session && { email: session.user.email, kind: session.user.kind },
      canRegister: admissionOf(context.services.env).registration,
      isDemo: context.services.models.isDemo,
      history,
      /** Whether there are newer chats than those in the list. */
      hasNewer: before !== null,
      /** The words that the list is searched for; empty: all chats. */
      search,
      /** The time that the list is grouped by; server and browser must render the same groups. */
      now: new Date().toISOString(),
    },
    { headers: renewedCookieHeaders(session, context) },
  )
}

async function loadHistory(
  em: EntityManager,
  userId: string,
  { before, search }: { before: string | null; search: string },
): Promise<ChatPage> {
  const cursor = historyQuery.safeParse({ ending_before: before ?? undefined }).data?.ending_before
  const page = { userId, limit: PAGE_SIZE, q: search }
  try {
    return await listChats(em, { ...page, ending_before: cursor })
  } catch (error) {
    // The chat that the link named has been deleted meanwhile: start at the newest.
    if (!isAppError(error) || error.code !== 'not-found') throw error
    return listChats(em, page)
  }
}
