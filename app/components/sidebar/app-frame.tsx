import { type ReactNode, useRef } from 'react'
import type { ChatLists } from '#app/sidebar-chat.ts'
import type { ChatModelId } from '#core/ai/chat-models.ts'
import { useMenuDismissal } from '#hooks/use-menu-dismissal.ts'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import { usePageBehaviour } from '../ui/use-page-behaviour.ts'
import { DemoNote } from './demo-note.tsx'
import { Sidebar } from './sidebar.tsx'
import { SidebarProvider } from './sidebar-context.ts'
import { useFollowedHistory } from './use-followed-history.ts'
import { useSidebarState } from './use-sidebar-state.ts'

export type AppFrameData = {
  user: { email: string | null; kind: 'guest' | 'registered' } | null
  /** Whether a guest may turn into an account. */
  canRegister: boolean
  /** Whether to say that the demo model answers: until the note is closed. */
  hasDemoNote: boolean
  /** The provider's name of each model; null for the demo model. */
  modelNames: Record<ChatModelId, string> | null
  history: ChatLists
  /** Whether there are newer chats than those in `history`. */
  hasNewer: boolean
  /** The words that the chats were searched for; empty for all chats. */
  search: string
  /** Whether the sidebar is closed on a wide screen. */
  isClosed: boolean
  /** When the page was rendered, in ISO 8601. */
  now: string
}

/** The frame of the signed-in pages: the sidebar on one side, the page on the other. */
export function AppFrame({ children, ...frame }: AppFrameData & { children: ReactNode }) {
  useMenuDismissal()
  usePageBehaviour()
  useFollowedHistory(frame.user !== null)
  const element = useRef<HTMLElement>(null)
  const sidebar = useSidebarState(element, frame.isClosed)
  return (
    <SidebarProvider value={sidebar}>
      <div className={sidebar.isClosed ? 'frame sidebar-closed' : 'frame'}>
        <a className="skip-link" href="#main">
          Skip to the page
        </a>
        <Sidebar {...frame} element={element} />
        <main id="main" className="pane" tabIndex={-1}>
          {frame.hasDemoNote && <DemoNote />}
          {children}
        </main>
        {frame.user && <Shortcuts />}
      </div>
    </SidebarProvider>
  )
}
