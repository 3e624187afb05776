import { useState } from 'react'
import type { ChatLists } from '#app/sidebar-chat.ts'

/**
 * The chats in which a reply has ended since the page was opened, until they are opened.
 *
 * @param openChatId the chat that is shown, if one is
 */
export function useUnread(page: ChatLists, openChatId: string | undefined): ReadonlySet<string> {
  const [state, setState] = useState({
    page,
    openChatId,
    running: runningIn(page),
    unread: new Set<string>(),
  })
  if (state.page.chats !== page.chats || state.openChatId !== openChatId) {
    const running = runningIn(page)
    const ended = [...state.running].filter((id) => !running.has(id))
    const unread = new Set([...state.unread, ...ended])
    if (openChatId) unread.delete(openChatId)
    setState({ page, openChatId, running, unread })
    return unread
  }
  return state.unread
}

function runningIn({ pinned, chats }: ChatLists): Set<string> {
  return new Set([...pinned, ...chats].flatMap(({ id, isRunning }) => (isRunning ? id : [])))
}
