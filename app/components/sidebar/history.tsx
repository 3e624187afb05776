import { NavLink, useLocation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { useMoreChats } from '#hooks/use-more-chats.ts'
import type { AppFrameData } from './app-frame.tsx'
import { groupChats } from './group-chats.ts'

type HistoryProps = AppFrameData['history'] & Pick<AppFrameData, 'isOlder' | 'search' | 'now'>

/** The chats, newest first, by day. */
export function History({ isOlder, search, now, ...page }: HistoryProps) {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  const { chats, hasMore, loading, loadMore } = useMoreChats(page, search)
  const groups = groupChats(chats, now, hydrated ? new Date().getTimezoneOffset() : 0)
  const last = chats.at(-1)
  return (
    <div className="history">
      {isOlder && (
        <a className="history-more" href={pathname}>
          Back to the newest
        </a>
      )}
      {chats.length === 0 && (
        <p className="note">
          {search ? `No chat holds “${search}”.` : 'Your chats will be listed here.'}
        </p>
      )}
      {groups.map(({ label, chats }) => (
        <section key={label} aria-label={label}>
          <h2>{label}</h2>
          <ul>
            {chats.map(({ id, title }) => (
              <li key={id}>
                <NavLink to={paths.chat(id)} discover="none">
                  {title}
                </NavLink>
                <NavLink
                  to={paths.chatOptions(id)}
                  discover="none"
                  className="icon-button i-more"
                  aria-label={`Rename, share or delete “${title}”`}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasMore && last && (
        <a
          className="history-more"
          href={`${pathname}?${olderQuery(last.id, search)}`}
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

function olderQuery(before: string, search: string): string {
  return new URLSearchParams({ before, ...(search && { q: search }) }).toString()
}
