import { data } from '@remix-run/node'
import type { ChatLists, SidebarChat } from '#app/sidebar-chat.ts'
import { CHAT_MODELS, type ChatModelId } from '#core/ai/chat-models.ts'
import type { Models } from '#core/ai/models.ts'
import { isAppError } from '#core/app-error.ts'
import { historyQuery, type ListedChat } from '#core/chat/chat-schema.ts'
import { listChats } from '#core/chat/list-chats.ts'
import { listNewestChats } from '#core/chat/list-newest-chats.ts'
import { toStorableText } from '#core/storable-text.ts'
import { admissionOf } from '#core/users/admission.ts'
import type { EntityManager } from '#db/orm.ts'
import { isDemoNoteClosed } from '../../demo-note-cookie.ts'
import { isSidebarClosed } from '../../sidebar-cookie.ts'
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
  const cookies = request.headers.get('cookie')
  const { pathname, searchParams } = new URL(request.url)
  // These have a search or pages of their own.
  const query = ['/documents', '/search', '/archived'].includes(pathname)
    ? new URLSearchParams()
    : searchParams
  const before = query.get('before')
  const search = toStorableText((query.get('q') ?? '').slice(0, MAX_SEARCH_LENGTH)).trim()
  const history = session
    ? await loadHistory(em, session.user.id, { before, search })
    : { pinned: [], chats: [], hasMore: false }
  return data(
    {
      user: session && { email: session.user.email, kind: session.user.kind },
      canRegister: admissionOf(context.services.env).registration,
      hasDemoNote: context.services.models.isDemo && !isDemoNoteClosed(cookies),
      modelNames: session ? modelNames(context.services.models) : null,
      history,
      /** Whether there are newer chats than those in the list. */
      hasNewer: before !== null,
      /** The words that the list is searched for; empty: all chats. */
      search,
      /** Whether the sidebar is closed on a wide screen. */
      isClosed: isSidebarClosed(cookies),
      /** The time that the list is grouped by; server and browser must render the same groups. */
      now: new Date().toISOString(),
    },
    { headers: renewedCookieHeaders(session, context) },
  )
}

/** What the provider calls each model. */
function modelNames(models: Models): Record<ChatModelId, string> | null {
  if (models.isDemo) return null
  const names = CHAT_MODELS.map(({ id }) => [id, models.chat(id).name])
  return Object.fromEntries(names) as Record<ChatModelId, string>
}

async function loadHistory(
  em: EntityManager,
  userId: string,
  { before, search }: { before: string | null; search: string },
): Promise<ChatLists> {
  if (!before && !search) {
    const newest = await listNewestChats(em, { userId, limit: PAGE_SIZE })
    return { ...listed(newest), pinned: newest.pinned.map(shown) }
  }
  const cursor = historyQuery.safeParse({ ending_before: before ?? undefined }).data?.ending_before
  const page = { userId, limit: PAGE_SIZE, q: search }
  try {
    return { ...listed(await listChats(em, { ...page, ending_before: cursor })), pinned: [] }
  } catch (error) {
    // The chat that the link named has been deleted meanwhile: start at the newest.
    if (!isAppError(error) || error.code !== 'not-found') throw error
    return { ...listed(await listChats(em, page)), pinned: [] }
  }
}

function listed({ chats, hasMore }: { chats: Chat[]; hasMore: boolean }) {
  return { chats: chats.map(shown), hasMore }
}

type Chat = ListedChat & { isRunning?: boolean }

/** What the sidebar needs of a chat: the page holds it twice, as HTML and as data. */
function shown({ id, title, createdAt, pinnedAt, isRunning }: Chat): SidebarChat {
  return { id, title, createdAt, pinnedAt, ...(isRunning && { isRunning }) }
}
