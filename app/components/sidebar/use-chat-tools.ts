import { useNavigate } from '@remix-run/react'
import { useCallback, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { SidebarChat } from '#app/sidebar-chat.ts'

type Parts = typeof import('./chat-tools.tsx')

/** What is open for a chat of the list: its menu, or the field that renames it. */
export type ChatTool = {
  kind: 'menu' | 'rename'
  chat: SidebarChat
  /** The button that the menu was opened with. */
  anchor: HTMLElement
  parts: Parts
}

export type OpenTool = (kind: ChatTool['kind'], chat: SidebarChat, anchor: HTMLElement) => void

export type CloseTool = (tool: ChatTool) => void

/** Opens the menu of a chat, which is loaded then. */
export function useChatTools() {
  const navigate = useNavigate()
  const [tool, setTool] = useState<ChatTool | null>(null)
  const open: OpenTool = useCallback(
    (kind, chat, anchor) => {
      import('./chat-tools.tsx').then(
        (parts) => setTool({ kind, chat, anchor, parts }),
        // The page of its options has all that is in the menu.
        () => navigate(paths.chatOptions(chat.id)),
      )
    },
    [navigate],
  )
  // The menu tells of its end when the field may be open already.
  const close: CloseTool = useCallback((closed) => {
    setTool((tool) => (tool === closed ? null : tool))
  }, [])
  return { tool, open, close }
}
