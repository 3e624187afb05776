import { Form, Link, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon.tsx'
import type { AppFrameData } from './app-frame.tsx'
import { History } from './history.tsx'
import { useChatListPath } from './use-chat-list-path.ts'
import { UserMenu } from './user-menu.tsx'

/** The id of the sidebar, which is a popover on a narrow screen and so opens without JavaScript. */
const SIDEBAR_ID = 'sidebar'

/** The list of chats and the user menu: beside the page, or over it on a narrow screen. */
export function Sidebar(props: Omit<AppFrameData, 'isDemo'>) {
  const { user, canRegister, history, hasNewer, search, now } = props
  const { pathname } = useLocation()
  const element = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the popover closes with every navigation
  useEffect(() => {
    if (element.current?.matches(':popover-open')) element.current.hidePopover()
  }, [pathname])

  return (
    <nav
      ref={element}
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
          <Link
            to={paths.documents()}
            className="sidebar-link"
            aria-current={pathname === paths.documents() ? 'page' : undefined}
          >
            <Icon name="document" /> Documents
          </Link>
          <SearchForm search={search} />
          <History {...history} hasNewer={hasNewer} search={search} now={now} />
          <UserMenu {...user} canRegister={canRegister} />
        </>
      ) : (
        <Link to={paths.login(pathname)} className="button primary new-chat">
          Sign in
        </Link>
      )}
    </nav>
  )
}

/** Opens the sidebar on a narrow screen, where it is not always visible. */
export function SidebarButton() {
  return (
    <button
      type="button"
      className="icon-button i-menu sidebar-button"
      aria-label="Chats and account"
      {...{ popovertarget: SIDEBAR_ID }}
    />
  )
}

/** Searches the titles, messages and documents of the user's chats. */
function SearchForm({ search }: { search: string }) {
  const pathname = useChatListPath()
  return (
    <Form method="get" action={pathname} role="search" className="search" key={search}>
      <input
        type="search"
        name="q"
        defaultValue={search}
        placeholder="Search"
        aria-label="Search your chats"
        maxLength={200}
      />
    </Form>
  )
}
