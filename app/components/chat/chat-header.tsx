import { Link } from '@remix-run/react'
import { type MouseEvent, Suspense, useState, useSyncExternalStore } from 'react'
import { paths } from '#app/paths.ts'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { useChatContext } from './chat-context.ts'
import type { ChatPageData } from './chat-page.tsx'
import { TemporarySwitch } from './temporary-banner.tsx'

const ShareDialog = loadLater(() => import('./share-dialog.tsx'))

type ChatHeaderProps = {
  chat: ChatPageData | null
  title: string | undefined
  isTemporary: boolean
}

/** The title of the chat; for its owner also what leads to its documents, to sharing it and to its options. */
export function ChatHeader({ chat, title, isTemporary }: ChatHeaderProps) {
  return (
    <header className="pane-header">
      <SidebarButton />
      {chat ? (
        <h1 className="pane-title">{title}</h1>
      ) : (
        <p className="pane-title">{isTemporary ? 'New temporary chat' : 'New chat'}</p>
      )}
      {!chat && !isTemporary && <TemporarySwitch />}
      {chat?.isOwner && (
        <>
          <DocumentsLink chatId={chat.id} />
          {!chat.isTemporary && <ShareButton chat={chat} />}
          <Link
            className="icon-button i-more"
            to={paths.chatOptions(chat.id)}
            aria-label="Options of this chat"
          />
        </>
      )}
      {chat && !chat.isOwner && (
        <Link className="button small" to={paths.newChat()}>
          Start your own chat
        </Link>
      )}
    </header>
  )
}

/** Leads to the documents of the chat, once there are some. */
function DocumentsLink({ chatId }: { chatId: string }) {
  const { documents, drafts } = useChatContext()
  const isStored = Object.values(documents).some(Boolean)
  const isWritten = useSyncExternalStore(drafts.subscribe, drafts.hasAny, () => false)
  if (!isStored && !isWritten) return null
  return (
    <Link
      className="icon-button i-document"
      to={paths.documents({ chat: chatId })}
      aria-label="Documents of this chat"
    />
  )
}

/** Opens the dialog for sharing; without JavaScript, it leads to the options, where the same can be done. */
function ShareButton({ chat: { id, visibility } }: { chat: ChatPageData }) {
  const [open, setOpen] = useState(false)
  function onClick(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <Link className="button small" to={`${paths.chatOptions(id)}#sharing`} onClick={onClick}>
        {visibility === 'public' ? 'Shared' : 'Share'}
      </Link>
      {open && (
        <Suspense fallback={null}>
          <ShareDialog chatId={id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
