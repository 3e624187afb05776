import type { ReactNode } from 'react'
import type { ChatSummary } from '#core/chat/update-chat.ts'
import { useMenuDismissal } from '#hooks/use-menu-dismissal.ts'
import { DemoBanner } from './demo-banner.tsx'
import { Sidebar } from './sidebar.tsx'

export type AppFrameData = {
  user: { email: string | null; kind: 'guest' | 'registered' } | null
  isDemo: boolean
  history: { chats: ChatSummary[]; hasMore: boolean }
  isOlder: boolean
  search: string
  now: string
}

/** What surrounds every page of the chat: the history on one side, the page on the other. */
export function AppFrame({ children, ...frame }: AppFrameData & { children: ReactNode }) {
  useMenuDismissal()
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to the page
      </a>
      <Sidebar {...frame} />
      <main id="main" className="pane" tabIndex={-1}>
        {frame.isDemo && <DemoBanner />}
        {children}
      </main>
    </div>
  )
}
