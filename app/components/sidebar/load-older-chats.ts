import type { SidebarChat } from '#app/sidebar-chat.ts'

const PAGE_SIZE = 30
/** As many as the interface gives at once. */
const MAX_PAGE_SIZE = 100

type Input = {
  /** A chat: those that are older. */
  before: string
  /** Chats at least, if there are so many; 0 for a page. */
  count: number
  search: string
}

/** Loads older chats; null when they cannot be loaded now. */
export async function loadOlderChats({ before, count, search }: Input) {
  const chats: SidebarChat[] = []
  let hasMore = true
  do {
    const query = new URLSearchParams({
      limit: String(Math.min(Math.max(count - chats.length, PAGE_SIZE), MAX_PAGE_SIZE)),
      ending_before: chats.at(-1)?.id ?? before,
      ...(search && { q: search }),
    })
    const response = await fetch(`/api/history?${query}`).catch(() => null)
    if (!response?.ok) return null
    const page = (await response.json()) as { chats: SidebarChat[]; hasMore: boolean }
    chats.push(...page.chats)
    hasMore = page.hasMore
  } while (hasMore && chats.length < count)
  return { chats, hasMore }
}
