import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useClientNavigation } from '#hooks/use-client-navigation.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { useRevalidate } from '#hooks/use-revalidate.ts'
import type { AppFrameData } from './app-frame.tsx'
import { ChatRow } from './chat-row.tsx'
import { groupChats } from './group-chats.ts'
import { useChatList } from './use-chat-list.ts'
import { useChatListPath } from './use-chat-list-path.ts'
import { useChatTools } from './use-chat-tools.ts'
import { useUnread } from './use-unread.ts'

type HistoryProps = AppFrameData['history'] & Pick<AppFrameData, 'hasNewer' | 'search' | 'now'>

/** The list of chats: the pinned ones, then the others, newest first, grouped by age. */
export function History({ hasNewer, search, now, ...page }: HistoryProps) {
  const { pathname } = useLocation()
  const listPath = useChatListPath()
  const hydrated = useHydrated()
  const element = useRef<HTMLDivElement>(null)
  useClientNavigation(element)
  const list = useChatList(page, search, !search && !hasNewer)
  const revalidate = useRevalidate()
  const changes = { show: list.change, revalidate }
  const { tool, open, close } = useChatTools()
  const unread = useUnread(list.running, pathname.match(/^\/chat\/([^/]+)/)?.[1])
  const groups = groupChats(list.chats, now, hydrated ? new Date().getTimezoneOffset() : 0)
  if (list.pinned.length > 0) groups.unshift({ label: 'Pinned', chats: list.pinned })
  const end = useRef<HTMLAnchorElement>(null)
  const latest = useRef(list)
  useEffect(() => {
    latest.current = list
  })
  const count = list.chats.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end may be in view again after more chats
  useEffect(() => {
    const link = end.current
    if (!link || list.hasFailed || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) void latest.current.loadMore()
    })
    observer.observe(link)
    return () => observer.disconnect()
  }, [count, list.hasMore, list.hasFailed])

  return (
    <div className="history">
      {hasNewer && (
        <a className="history-more" href={listPath}>
          Back to the newest chats
        </a>
      )}
      {groups.length === 0 && (
        <p className="note">
          {search ? `No chats match “${search}”.` : 'Your chats will be listed here.'}
        </p>
      )}
      <div ref={element}>
        {groups.map(({ label, chats }) => (
          <section key={label} aria-label={label}>
            <h2>{label}</h2>
            <ul>
              {chats.map((chat) => (
                <ChatRow
                  key={chat.id}
                  chat={chat}
                  pathname={pathname}
                  isUnread={unread.has(chat.id)}
                  onMenu={open}
                >
                  {tool?.kind === 'rename' && tool.chat.id === chat.id && (
                    <tool.parts.RenameForm tool={tool} list={changes} onClose={close} />
                  )}
                </ChatRow>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {list.hasMore && list.last && (
        <a
          ref={end}
          className="history-more"
          href={`${listPath}?${olderChatsQuery(list.last.id, search)}`}
          aria-disabled={list.loading}
          onClick={(event) => {
            event.preventDefault()
            void list.loadMore()
          }}
        >
          {list.loading ? 'Loading…' : 'Older chats'}
        </a>
      )}
      {tool?.kind === 'menu' && (
        <tool.parts.ChatMenu tool={tool} list={changes} onOpen={open} onClose={close} />
      )}
    </div>
  )
}

function olderChatsQuery(before: string, search: string): string {
  return new URLSearchParams({ before, ...(search && { q: search }) }).toString()
}
