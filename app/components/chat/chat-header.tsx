import { Link, useFetcher } from '@remix-run/react'
import { useSyncExternalStore } from 'react'
import { paths } from '#app/paths.ts'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { useChatContext } from './chat-context.ts'
import type { ChatPageData } from './chat-page.tsx'
import { ShareFields } from './share-fields.tsx'

type ChatHeaderProps = { chat: ChatPageData | null; title: string | undefined }

/** The title of the chat; for its owner also the menu that shares it. */
export function ChatHeader({ chat, title }: ChatHeaderProps) {
  return (
    <header className="pane-header">
      <SidebarButton />
      {chat ? <h1 className="pane-title">{title}</h1> : <p className="pane-title">New chat</p>}
      {chat?.isOwner && <DocumentsLink chatId={chat.id} />}
      {chat?.isOwner && <ShareMenu chat={chat} />}
      {chat && !chat.isOwner && <span className="note">Shared chat</span>}
    </header>
  )
}

/** Leads to the documents of the chat, once there are some. */
function DocumentsLink({ chatId }: { chatId: string }) {
  const { documents, drafts } = useChatContext()
  const isStored = Object.keys(documents).length > 0
  const isWritten = useSyncExternalStore(drafts.subscribe, drafts.hasAny, () => false)
  if (!isStored && !isWritten) return null
  return (
    <Link
      className="icon-button i-document"
      to={paths.documents({ chat: chatId })}
      aria-label="Documents of this chat"
      title="Documents of this chat"
    />
  )
}

function ShareMenu({ chat }: { chat: ChatPageData }) {
  const fetcher = useFetcher()
  const isPublic = chat.visibility === 'public'
  return (
    <details className="menu">
      <summary className="button small">{isPublic ? 'Shared' : 'Share'}</summary>
      <fetcher.Form method="post" action={paths.chat(chat.id)} className="menu-body">
        <ShareFields isPublic={isPublic} />
      </fetcher.Form>
    </details>
  )
}
