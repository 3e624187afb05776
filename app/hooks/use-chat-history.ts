import { useState } from 'react'
import type { ChatSummary } from '#core/chat/chat-schema.ts'

type Page = { chats: ChatSummary[]; hasMore: boolean }

const PAGE_SIZE = 30

/**
 * The list of chats: the newest ones that came with the page, and older ones that
 * are loaded on request.
 *
 * @param search the words that the chats were searched for; empty for all chats
 */
export function useChatHistory(newest: Page, search: string) {
  const [older, setOlder] = useState<Page | null>(null)
  const [previousSearch, setPreviousSearch] = useState(search)
  if (previousSearch !== search) {
    setPreviousSearch(search)
    setOlder(null)
  }
  const [loading, setLoading] = useState(false)
  const newestIds = new Set(newest.chats.map(({ id }) => id))
  const chats = [...newest.chats, ...(older?.chats.filter(({ id }) => !newestIds.has(id)) ?? [])]

  async function loadMore() {
    const last = chats.at(-1)
    if (loading || !last) return
    setLoading(true)
    try {
      const query = new URLSearchParams({
        limit: String(PAGE_SIZE),
        ending_before: last.id,
        ...(search && { q: search }),
      })
      const response = await fetch(`/api/history?${query}`)
      if (!response.ok) return
      const page = (await response.json()) as Page
      setOlder((older) => ({
        chats: [...(older?.chats ?? []), ...page.chats],
        hasMore: page.hasMore,
      }))
    } finally {
      setLoading(false)
    }
  }

  return { chats, hasMore: older?.hasMore ?? newest.hasMore, loading, loadMore }
}
