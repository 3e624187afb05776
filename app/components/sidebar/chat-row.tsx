import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import type { SidebarChat } from '#app/sidebar-chat.ts'
import type { OpenTool } from './use-chat-tools.ts'

type ChatRowProps = {
  chat: SidebarChat
  /** Of the page that is shown. */
  pathname: string
  /** Whether a reply has ended in it that was not looked at. */
  isUnread: boolean
  onMenu: OpenTool
  /** Stands in place of the row while the chat is renamed. */
  children: ReactNode
}

/** A chat in the list, with the link to its options; with JavaScript that link opens a menu. */
export function ChatRow({ chat, pathname, isUnread, onMenu, children }: ChatRowProps) {
  const { id, title, isRunning } = chat
  if (children) return <li className="renaming">{children}</li>
  const isShown = pathname === paths.chat(id)
  const areOptionsShown = pathname === paths.chatOptions(id)
  return (
    <li className={isShown || areOptionsShown ? 'current' : undefined}>
      <a href={paths.chat(id)} aria-current={isShown ? 'page' : undefined}>
        {title}
        {(isRunning || isUnread) && (
          <span className={isRunning ? 'chat-dot running' : 'chat-dot'}>
            <span className="sr-only">
              {isRunning ? ' (a reply is being written)' : ' (a new reply)'}
            </span>
          </span>
        )}
      </a>
      <a
        href={paths.chatOptions(id)}
        className="icon-button i-more"
        aria-current={areOptionsShown ? 'page' : undefined}
        // Before the list's own listener, which follows the links.
        onClickCapture={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onMenu('menu', chat, event.currentTarget)
        }}
      >
        <span className="sr-only">{`Options of “${title}”`}</span>
      </a>
    </li>
  )
}
