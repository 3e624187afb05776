import { useLocation } from '@remix-run/react'
import { useRef } from 'react'
import { paths } from '#app/paths.ts'
import { useChatHistory } from '#hooks/use-chat-history.ts'
import { useClientNavigation } from '#hooks/use-client-navigation.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import type { AppFrameData } from './app-frame.tsx'
import { groupChats } from './group-chats.ts'
import { useChatListPath } from './use-chat-list-path.ts'

type HistoryProps = AppFrameData['history'] & Pick<AppFrameData, 'hasNewer' | 'search' | 'now'>

/** The list of chats, newest first, grouped by age. */
export function History({ hasNewer, search, now, ...page }: HistoryProps) {
  const { pathname } = useLocation()
  const listPath = useChatListPath()
  const hydrated = useHydrated()
  const list = useRef<HTMLDivElement>(null)
  useClientNavigation(list)
  const { chats, hasMore, loading, loadMore } = useChatHistory(page, search)
  const groups = groupChats(chats, now, hydrated ? new Date().getTimezoneOffset() : 0)
  const last = chats.at(-1)
  return (
    <div className="history">
      {hasNewer && (
        <a className="history-more" href={listPath}>
          Back to the newest chats
        </a>
      )}
      {chats.length === 0 && (
        <p className="note">
          {search ? `No chats match “${search}”.` : 'Your chats will be listed here.'}
        </p>
      )}
      <div ref={list}>
        {groups.map(({ label, chats }) => (
          <section key={label} aria-label={label}>
            <h2>{label}</h2>
            <ul>
              {chats.map(({ id, title }) => (
                <li key={id}>
                  <a
                    href={paths.chat(id)}
                    aria-current={pathname === paths.chat(id) ? 'page' : undefined}
                  >
                    {title}
                  </a>
                  <a
                    href={paths.chatOptions(id)}
                    className="icon-button i-more"
                    aria-current={pathname === paths.chatOptions(id) ? 'page' : undefined}
                  >
                    <span className="sr-only">{`Rename, share or delete “${title}”`}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {hasMore && last && (
        <a
          className="history-more"
          href={`${listPath}?${olderChatsQuery(last.id, search)}`}
          aria-disabled={loading}
          onClick={(event) => {
            event.preventDefault()
            void loadMore()
          }}
        >
          {loading ? 'Loading…' : 'Show more'}
        </a>
      )}
    </div>
  )
}

function olderChatsQuery(before: string, search: string): string {
  return new URLSearchParams({ before, ...(search && { q: search }) }).toString()
}
