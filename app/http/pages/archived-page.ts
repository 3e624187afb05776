import { historyQuery } from '#core/chat/chat-schema.ts'
import { listChats } from '#core/chat/list-chats.ts'
import type { PageLoaderArgs } from './page-loader.ts'
import { requirePageSession } from './page-session.ts'

const PAGE_SIZE = 50

/** Loads the archived chats, newest first, from `?before=<chat id>` on. */
export async function loadArchivedChats({ request, context, em }: PageLoaderArgs) {
  const { user } = await requirePageSession(context, request)
  const before = new URL(request.url).searchParams.get('before') ?? undefined
  const ending_before = historyQuery.safeParse({ ending_before: before }).data?.ending_before
  const page = { userId: user.id, limit: PAGE_SIZE, archived: true }
  return { ...(await listChats(em, { ...page, ending_before })), isOlder: before !== undefined }
}
