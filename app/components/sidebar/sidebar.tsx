import { Form, Link, useLocation } from '@remix-run/react'
import type { RefObject } from 'react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { Icon } from '../icon.tsx'
import type { AppFrameData } from './app-frame.tsx'
import { History } from './history.tsx'
import { useSidebar } from './sidebar-context.ts'
import { useChatListPath } from './use-chat-list-path.ts'
import { UserMenu } from './user-menu.tsx'

/** The id of the sidebar, which is a popover on a narrow screen and so opens without JavaScript. */
const SIDEBAR_ID = 'sidebar'

type SidebarProps = Omit<AppFrameData, 'hasDemoNote' | 'isClosed'> & {
  element: RefObject<HTMLElement>
}

/** The list of chats and the user menu: beside the page, or over it on a narrow screen. */
export function Sidebar(props: SidebarProps) {
  const { element, user, canRegister, history, hasNewer, search, now } = props
  const { pathname } = useLocation()
  const { toggle } = useSidebar()

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
          <Icon name="mark" /> Parley
        </Link>
        <button
          type="button"
          className="icon-button i-sidebar"
          aria-label="Close the sidebar"
          {...{ popovertarget: SIDEBAR_ID, popovertargetaction: 'hide' }}
          onClick={(event) => {
            event.preventDefault()
            toggle()
          }}
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

/** Opens the sidebar where it is not beside the page. */
export function SidebarButton() {
  const { toggle } = useSidebar()
  return (
    <button
      type="button"
      className="icon-button i-sidebar sidebar-button"
      aria-label="Chats and account"
      aria-keyshortcuts="Control+Shift+S Meta+Shift+S"
      {...{ popovertarget: SIDEBAR_ID }}
      onClick={(event) => {
        event.preventDefault()
        toggle()
      }}
    />
  )
}

/**
 * Searches the titles, messages and documents of the user's chats: with
 * JavaScript in the palette, which listens for the event.
 */
function SearchForm({ search }: { search: string }) {
  const pathname = useChatListPath()
  const hydrated = useHydrated()
  if (hydrated && !search) {
    return (
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        onClick={() => window.dispatchEvent(new CustomEvent('parley:search'))}
      >
        <Icon name="search" /> Search
      </button>
    )
  }
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
