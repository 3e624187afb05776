import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { isAppError } from '#core/app-error.ts'
import { historyQuery } from '#core/chat/chat-schema.ts'
import { type ChatPage, listChats } from '#core/chat/list-chats.ts'
import { toStorableText } from '#core/storable-text.ts'
import { getPageSession, renewedCookieHeaders } from './page-session.ts'

/** Chats that the sidebar shows at once. */
const PAGE_SIZE = 30
const MAX_SEARCH_LENGTH = 200

/**
 * Loads what surrounds every page of the chat: who is there, and the history,
 * from `?before=<chat id>` on for those without JavaScript.
 */
export async function loadAppFrame({ request, context }: LoaderFunctionArgs) {
  const session = await getPageSession(context, request)
  const query = new URL(request.url).searchParams
  const before = query.get('before')
  const search = toStorableText((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)).trim()
  const history = session
    ? await loadHistory(context.services.orm.em.fork(), session.user.id, { before, search })
    : { chats: [], hasMore: false }
  return data(
    {
      user: session && { email: session.user.email, kind: session.user.kind },
      isDemo: context.services.models.isDemo,
      history,
      /** Whether the list begins further back than at the newest chat. */
      isOlder: before !== null,
      /** The words that the list is searched for; empty: all chats. */
      search,
      /** The groups of the history are told from this, alike on the server and in the browser. */
      now: new Date().toISOString(),
    },
    { headers: renewedCookieHeaders(session, context) },
  )
}

async function loadHistory(
  em: Parameters<typeof listChats>[0],
  userId: string,
  { before, search }: { before: string | null; search: string },
): Promise<ChatPage> {
  const cursor = historyQuery.safeParse({ ending_before: before ?? undefined }).data?.ending_before
  const page = { userId, limit: PAGE_SIZE, q: search }
  try {
    return await listChats(em, { ...page, ending_before: cursor })
  } catch (error) {
    // The chat that the link named has been deleted since: begin at the newest.
    if (!isAppError(error) || error.code !== 'not-found') throw error
    return listChats(em, page)
  }
}
