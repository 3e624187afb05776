import { useNavigate, useParams, useRouteLoaderData } from '@remix-run/react'
import { useMemo, useState } from 'react'
import { type PackedMessage, type PageMessage, unpackMessage } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import { useOpenDocument } from '#hooks/chat/use-open-document.ts'
import { randomUuid } from '#hooks/random-uuid.ts'
import { openTemporaryChat, useTemporaryTab } from '#hooks/temporary-tab.ts'
import { useFormAnswer } from '#hooks/use-form-answer.ts'
import { useRevalidate } from '#hooks/use-revalidate.ts'
import { useTitleRefresh } from '#hooks/use-title-refresh.ts'
import type { Votes } from '#hooks/use-votes.ts'
import type { AppFrameData } from '../sidebar/app-frame.tsx'
import { renamedChats } from '../sidebar/renamed-chats.ts'
import { Chat } from './chat.tsx'
import type { CardDocuments } from './chat-context.ts'
import { ChatHeader } from './chat-header.tsx'
import { TemporaryBanner } from './temporary-banner.tsx'

export type ChatPageData = {
  id: string
  title: string
  visibility: 'private' | 'public'
  isOwner: boolean
  /** Whether it is deleted when its tab is closed. */
  isTemporary: boolean
  messages: PackedMessage[]
  /** Whether there are messages before these. */
  hasOlder: boolean
  /** Whether these are not the newest ones. */
  isOlder: boolean
  /** The id of one of them that a link leads to. */
  wanted?: string | undefined
  votes: Votes
  /** The documents that the messages name, by their ids. */
  documents: CardDocuments
  model: string
  editing: string | null
  /** The address of a public chat, for whoever is sent it. */
  url?: string
}

type FormFailure = { message: string; values?: { text?: string } }

const NO_MESSAGES: PageMessage[] = []
const NO_VOTES: Votes = {}
const NO_DOCUMENTS: CardDocuments = {}

/** The page of a stored chat or of a new one, which gets its address with its first message. */
export function ChatPage() {
  const params = useParams()
  const newChatId = useNewChatId(params.chatId)
  const stored = useRouteLoaderData<ChatPageData>('routes/_app.chat.$chatId')
  const newChat = useRouteLoaderData<{ model: string; text?: string; isTemporary: boolean }>(
    'routes/_app._index',
  )
  const failure = useFormAnswer<FormFailure>()
  const navigate = useNavigate()
  const revalidate = useRevalidate()
  const titleRefresh = useTitleRefresh(revalidate)
  const messages = useMemo(() => stored?.messages.map(unpackMessage) ?? NO_MESSAGES, [stored])
  const chatId = params.chatId ?? newChatId
  const frame = useRouteLoaderData<AppFrameData>('routes/_app')
  const isNew = params.chatId === undefined
  const isTemporary = stored?.isTemporary ?? newChat?.isTemporary ?? false
  useTemporaryTab(chatId, stored?.isTemporary ?? false)
  const openDocument = useOpenDocument(chatId, params.documentId)

  return (
    <Chat
      key={chatId + (stored?.wanted ?? '')}
      header={
        <>
          <ChatHeader
            chat={stored ?? null}
            title={stored && currentTitle(stored, frame)}
            isTemporary={isTemporary}
          />
          {isTemporary && <TemporaryBanner isNew={isNew} />}
        </>
      }
      isTemporary={isTemporary}
      prepare={isNew && isTemporary ? () => openTemporaryChat(chatId) : undefined}
      chatId={chatId}
      isNew={isNew}
      messages={messages}
      votes={stored?.votes ?? NO_VOTES}
      documents={stored?.documents ?? NO_DOCUMENTS}
      model={stored?.model ?? newChat?.model ?? ''}
      hasOlder={stored?.hasOlder ?? false}
      isOlder={stored?.isOlder ?? false}
      readOnly={stored ? !stored.isOwner || stored.isOlder : false}
      isForeign={stored ? !stored.isOwner : false}
      editing={stored?.editing ?? null}
      initialText={newChat?.text}
      failure={failure && { message: failure.message, text: failure.values?.text }}
      onAccepted={(id) => {
        if (!isNew) return
        titleRefresh.expectTitle()
        navigate(paths.chat(id), { replace: true, preventScrollReset: true })
      }}
      onDocument={openDocument}
      onTitle={() => titleRefresh.titleArrived()}
      onEnd={() => titleRefresh.replyEnded()}
    />
  )
}

/**
 * Prefers the title in the sidebar's data: only that data is loaded again when a
 * title arrives. An older chat is not in it.
 */
export function currentTitle(
  chat: { id: string; title: string },
  frame: Pick<AppFrameData, 'history'> | undefined,
): string {
  const { pinned = [], chats = [] } = frame?.history ?? {}
  const listed = [...pinned, ...chats].find(({ id }) => id === chat.id)
  return listed?.title ?? renamedChats.get(chat.id) ?? chat.title
}

/** An id for a chat before its first message; a new id once that chat has its address. */
function useNewChatId(chatId: string | undefined): string {
  const [newChatId, setNewChatId] = useState(randomUuid)
  if (chatId === newChatId) setNewChatId(randomUuid())
  return newChatId
}
