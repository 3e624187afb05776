import { useState } from 'react'
import type { ChatSummary } from '#core/chat/update-chat.ts'

type Page = { chats: ChatSummary[]; hasMore: boolean }

const PAGE_SIZE = 30

/**
 * The newest chats as the page has loaded them, with older ones added when asked for.
 *
 * @param search the words that the chats were searched for
 */
export function useChatHistory(newest: Page, search: string) {
  const [older, setOlder] = useState<Page | null>(null)
  const [searched, setSearched] = useState(search)
  if (searched !== search) {
    setSearched(search)
    setOlder(null)
  }
  const [loading, setLoading] = useState(false)
  const known = new Set(newest.chats.map(({ id }) => id))
  const chats = [...newest.chats, ...(older?.chats.filter(({ id }) => !known.has(id)) ?? [])]

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
