import { useCallback, useState } from 'react'
import type { ChatLists, SidebarChat } from '#app/sidebar-chat.ts'
import type { LiveHint } from '#core/live/live-hint.ts'
import { useLiveEvents } from '#hooks/live/use-live-events.ts'
import { loadOlderChats } from './load-older-chats.ts'

/** What was changed here and may not be in the loaded data yet. */
export type ChatChange = { title?: string; pinnedAt?: string | null; isGone?: boolean }

type Older = { chats: SidebarChat[]; hasMore: boolean }

/**
 * The chats of the sidebar: those that came with the page, older ones that were
 * loaded since, and what was changed in them here.
 *
 * @param search the words that the chats were searched for; empty for all chats
 * @param isWhole whether the page begins with the newest of all chats
 */
export function useChatList(page: ChatLists, search: string, isWhole: boolean) {
  const [older, setOlder] = useState<Older | null>(null)
  /** Chats in which replies have begun since; only a list of the newest comes with those. */
  const [running, setRunning] = useState<ReadonlySet<string>>(new Set())
  const [changes, setChanges] = useState<Record<string, ChatChange>>({})
  const [loading, setLoading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const [shown, setShown] = useState({ page, search })
  if (shown.page.chats !== page.chats || shown.search !== search) {
    setShown({ page, search })
    // What the server has told meanwhile is newer, but a deletion may still wait.
    setChanges((changes) => onlyGone(changes))
    setOlder(shown.search === search ? withFallen(older, shown.page, page) : null)
  }

  const loaded = new Map<string, SidebarChat>()
  for (const chat of [...page.pinned, ...page.chats, ...(older?.chats ?? [])]) {
    const { isGone, ...change } = changes[chat.id] ?? {}
    if (!isGone && !loaded.has(chat.id)) loaded.set(chat.id, { ...chat, ...change })
  }
  const known = new Set(isWhole ? [...page.pinned, ...page.chats].map(({ id }) => id) : [])
  const all = [...loaded.values()].map((chat) =>
    running.has(chat.id) && !known.has(chat.id) ? { ...chat, isRunning: true } : chat,
  )
  // Found and older chats stand where they were found, also when they are pinned.
  const pinned = isWhole ? all.filter(({ pinnedAt }) => pinnedAt !== null) : []
  pinned.sort((a, b) => Date.parse(b.pinnedAt ?? '') - Date.parse(a.pinnedAt ?? ''))
  const chats = isWhole ? all.filter(({ pinnedAt }) => pinnedAt === null) : all
  chats.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))
  const last = older?.chats.at(-1) ?? page.chats.at(-1)

  async function load(before: string | undefined, count: number, known: SidebarChat[]) {
    if (loading || !before) return
    setLoading(true)
    try {
      const next = await loadOlderChats({ before, count, search })
      setHasFailed(next === null)
      if (next) setOlder({ chats: [...known, ...next.chats], hasMore: next.hasMore })
    } finally {
      setLoading(false)
    }
  }

  useLiveEvents(
    (hint) => {
      setRunning((running) => runningAfter(running, hint))
      const isOlder = (id: string) => older?.chats.some((chat) => chat.id === id)
      const concerns = hint.type === 'missed' || (hint.type === 'chat' && isOlder(hint.chatId))
      if (!older || !concerns) return
      if (hint.type === 'chat' && (hint.event === 'reply' || hint.event === 'votes')) return
      void load(page.chats.at(-1)?.id, older.chats.length, [])
    },
    older !== null || !isWhole,
  )

  /** Shows a change; null shows again what was loaded. */
  const change = useCallback((chatId: string, change: ChatChange | null) => {
    setChanges(({ [chatId]: before, ...others }) =>
      change ? { ...others, [chatId]: { ...before, ...change } } : others,
    )
  }, [])

  return {
    pinned,
    chats,
    /** Chats of the list in which a reply is being written. */
    running: all.flatMap(({ id, isRunning }) => (isRunning ? id : [])),
    hasMore: older?.hasMore ?? page.hasMore,
    /** The chat after which older ones follow. */
    last,
    loading,
    /** Whether the last attempt to load older chats has failed. */
    hasFailed,
    loadMore: () => load(last?.id, 0, older?.chats ?? []),
    change,
  }
}

/** The chats in which a reply is being written, once a hint has come. */
function runningAfter(running: ReadonlySet<string>, hint: LiveHint): ReadonlySet<string> {
  if (hint.type === 'missed') return new Set()
  if (hint.type !== 'chat' || hint.event !== 'reply') return running
  const others = [...running].filter((id) => id !== hint.chatId)
  return new Set(hint.status === 'streaming' ? [...others, hint.chatId] : others)
}

function onlyGone(changes: Record<string, ChatChange>) {
  return Object.fromEntries(Object.entries(changes).filter(([, { isGone }]) => isGone))
}

/** Adds the chats that newer ones have pushed out of the page to the older ones. */
function withFallen(older: Older | null, before: ChatLists, page: ChatLists): Older | null {
  const end = page.chats.at(-1)
  if (!older || !end) return older
  const fallen = before.chats.filter(
    ({ id, createdAt }) => id !== end.id && Date.parse(createdAt) < Date.parse(end.createdAt),
  )
  return { ...older, chats: [...fallen, ...older.chats] }
}
