import { useState } from 'react'

/**
 * The chats in which a reply has ended since the page was opened, until they are opened.
 *
 * @param running the chats in which a reply is being written
 * @param openChatId the chat that is shown, if one is
 */
export function useUnread(running: string[], openChatId: string | undefined): ReadonlySet<string> {
  const [state, setState] = useState({ running, openChatId, unread: new Set<string>() })
  if (String(state.running) !== String(running) || state.openChatId !== openChatId) {
    const ended = state.running.filter((id) => !running.includes(id))
    const unread = new Set([...state.unread, ...ended])
    if (openChatId) unread.delete(openChatId)
    setState({ running, openChatId, unread })
    return unread
  }
  return state.unread
}
