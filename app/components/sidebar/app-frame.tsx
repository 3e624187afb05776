import type { ReactNode } from 'react'
import type { ChatSummary } from '#core/chat/chat-schema.ts'
import { useMenuDismissal } from '#hooks/use-menu-dismissal.ts'
import { Sidebar } from './sidebar.tsx'

export type AppFrameData = {
  user: { email: string | null; kind: 'guest' | 'registered' } | null
  /** Whether a guest may turn into an account. */
  canRegister: boolean
  isDemo: boolean
  history: { chats: ChatSummary[]; hasMore: boolean }
  /** Whether there are newer chats than those in `history`. */
  hasNewer: boolean
  /** The words that the chats were searched for; empty for all chats. */
  search: string
  /** When the page was rendered, in ISO 8601. */
  now: string
}

/** The frame of the signed-in pages: the sidebar on one side, the page on the other. */
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

/** Says that no real model answers, and how to connect one. */
function DemoBanner() {
  return (
    <aside className="banner" aria-label="Demo model">
      <details>
        <summary>
          <strong>Demo model.</strong> It recognises a few words and gives prepared answers.
        </summary>
        <p>
          To talk to a real model, set <code>OPENAI_API_KEY</code>, or <code>OPENAI_BASE_URL</code>{' '}
          for any compatible server (Ollama: <code>http://localhost:11434/v1</code>), and restart.
        </p>
      </details>
    </aside>
  )
}
