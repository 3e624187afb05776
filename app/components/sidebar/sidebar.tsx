import { Link, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon.tsx'
import type { AppFrameData } from './app-frame.tsx'
import { History } from './history.tsx'
import { SearchForm } from './search-form.tsx'
import { SIDEBAR_ID } from './sidebar-button.tsx'
import { UserMenu } from './user-menu.tsx'

/** The history and the account; beside the page, or over it on a narrow screen. */
export function Sidebar({ user, history, isOlder, search, now }: Omit<AppFrameData, 'isDemo'>) {
  const { pathname } = useLocation()
  const sidebar = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: where one goes, the popover closes
  useEffect(() => {
    const element = sidebar.current
    if (element?.matches(':popover-open')) element.hidePopover()
  }, [pathname])

  return (
    <nav
      ref={sidebar}
      id={SIDEBAR_ID}
      className="sidebar"
      aria-label="Chats and account"
      {...{ popover: 'auto' }}
    >
      <div className="sidebar-head">
        <Link to={paths.newChat()} className="wordmark" aria-label="Parley, new chat">
          Parley
        </Link>
        <button
          type="button"
          className="icon-button i-close sidebar-button"
          aria-label="Close"
          {...{ popovertarget: SIDEBAR_ID, popovertargetaction: 'hide' }}
        />
      </div>
      {user ? (
        <>
          <Link to={paths.newChat()} className="button new-chat">
            <Icon name="plus" /> New chat
          </Link>
          <SearchForm search={search} />
          <History {...history} isOlder={isOlder} search={search} now={now} />
          <UserMenu {...user} />
        </>
      ) : (
        <Link to={paths.login(pathname)} className="button primary new-chat">
          Sign in
        </Link>
      )}
    </nav>
  )
}
