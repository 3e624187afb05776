import { Outlet } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageMessage } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import type { OutgoingMessage } from '#hooks/chat/chat-session.ts'
import { messageText } from '#hooks/chat/chat-types.ts'
import { useChat } from '#hooks/chat/use-chat.ts'
import { useMessageQueue } from '#hooks/chat/use-message-queue.ts'
import { useOpenCode } from '#hooks/chat/use-open-code.ts'
import { useLiveChat } from '#hooks/live/use-live-chat.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import { TEMPORARY_DRAFT } from '#hooks/use-draft.ts'
import { useScrollToLatest } from '#hooks/use-scroll-to-latest.ts'
import { useVotes, type Votes } from '#hooks/use-votes.ts'
import { type CardDocuments, ChatProvider, MESSAGE_FORM_ID } from './chat-context.ts'
import { ProblemNote, ReplyAnnouncer } from './chat-notices.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { Greeting, Starters } from './empty-chat.tsx'
import { lazyThreadTools } from './load-thread-tools.ts'
import { ReadingNote } from './reading-note.tsx'
import { statusText } from './status-text.ts'
import { lazyTimeFormats } from './time-formats.ts'
import { toolNews } from './tool-part.tsx'
import { useChatValue } from './use-chat-value.ts'

export type ChatProps = {
  chatId: string
  /** Whether the chat is not stored yet; its first message creates it. */
  isNew: boolean
  /** Whether it is deleted when its tab is closed. */
  isTemporary: boolean
  messages: PageMessage[]
  votes: Votes
  documents: CardDocuments
  model: string
  /** Whether there are messages before these. */
  hasOlder: boolean
  /** Whether these are not the newest ones. */
  isOlder: boolean
  readOnly: boolean
  /** Whether it is another user's public chat. */
  isForeign: boolean
  /** What the composer of a new chat begins with. */
  initialText?: string | undefined
  /** The id of a message that a link opened for editing (without JavaScript). */
  editing: string | null
  /** The header above the conversation. */
  header: ReactNode
  /** Why a form was refused, and the text that was typed in it (without JavaScript). */
  failure?: { message: string; text?: string | undefined } | undefined
  /** Done before the first message is sent; see the session. */
  prepare?: (() => Promise<Response | null>) | undefined
  onAccepted(chatId: string): void
  onTitle(title: string): void
  onDocument(documentId: string): void
  onEnd(): void
}

/** The conversation with its messages, below it the composer, and beside it a document that is open. */
export function Chat(props: ChatProps) {
  const { chatId, isNew, readOnly, isForeign, isOlder, failure } = props
  const { votes, vote, showVotes, problem: voteProblem } = useVotes(chatId, props.votes)
  const [loadedDocuments, setLoadedDocuments] = useState<CardDocuments>({})
  const { session, ...snapshot } = useChat({
    chatId,
    messages: props.messages,
    hasOlder: props.hasOlder,
    onLoaded(stored) {
      showVotes(stored.votes)
      setLoadedDocuments((before) => ({ ...before, ...stored.documents }))
    },
    isOwner: !readOnly,
    prepare: props.prepare,
    onAccepted: () => props.onAccepted(chatId),
    onTitle: props.onTitle,
    onDocument: props.onDocument,
    onEnd: props.onEnd,
  })
  const [editing, setEditing] = useState(props.editing)
  useLiveChat({ chatId, session, showVotes, isOn: !readOnly && !isNew })
  const { messages, phase, problem } = snapshot
  const documents = useMemo(
    () => ({ ...loadedDocuments, ...props.documents }),
    [loadedDocuments, props.documents],
  )
  const pane = useRef<HTMLElement>(null)
  const wasBusy = useRef(false)
  const { isScrolledUp, scrollToLatest } = useScrollToLatest(pane)
  const newAction = props.isTemporary ? paths.newTemporaryChatAction() : paths.newChatAction()
  const action = isNew ? newAction : paths.chat(chatId)
  const [model, setModel] = useState(props.model)

  const send = useCallback(
    (outgoing: OutgoingMessage) => {
      setEditing(null)
      scrollToLatest()
      return session.send(outgoing)
    },
    [session, scrollToLatest],
  )
  const chat = useChatValue({
    chatId,
    readOnly,
    isForeign,
    isOlder,
    documents,
    vote,
    setEditing,
    session,
    model,
    scrollToLatest,
  })

  // Before the first message of a new chat, which is shown with its time.
  useEffect(lazyTimeFormats.request, [])
  useEffect(() => {
    // The button that was pressed (retry, edit, stop) is gone: its focus moves to the conversation.
    if (phase !== 'idle') wasBusy.current = true
    if (wasBusy.current && document.activeElement === document.body) pane.current?.focus()
    if (phase === 'idle') wasBusy.current = false
  }, [phase])
  const threadTools = lazyThreadTools.useModule()
  const openCode = useOpenCode(chatId, readOnly)
  const copyAnnouncement = useCopyButtons(
    pane,
    (index) => {
      const { older, messages } = session.getSnapshot()
      const message = [...older, ...messages][index]
      return message ? messageText(message) : ''
    },
    openCode,
  )

  const isBusy = phase !== 'idle'
  const stop = useCallback(() => void session.stop(), [session])
  const lastMessage = messages.at(-1)
  const queue = useMessageQueue({
    chatId,
    isBusy,
    isComplete: !problem && lastMessage?.role === 'assistant' && !statusText(lastMessage),
    send,
  })
  const isEmpty = messages.length === 0 && !isBusy
  return (
    <ChatProvider value={chat}>
      <div className="chat-split">
        <div className={isEmpty ? 'chat-column empty' : 'chat-column'}>
          {props.header}
          <Conversation
            pane={pane}
            session={session}
            snapshot={snapshot}
            votes={votes}
            editing={editing}
            empty={<Greeting />}
          />
          {threadTools && <threadTools.ThreadTools pane={pane} canQuote={!readOnly} />}
          <ReplyAnnouncer
            phase={phase}
            news={isBusy && lastMessage ? toolNews(lastMessage.parts) : undefined}
            ending={lastMessage && statusText(lastMessage)}
            copyAnnouncement={copyAnnouncement}
          />
          {!readOnly && <form id={MESSAGE_FORM_ID} method="post" action={action} />}
          <div className="chat-footer">
            {isScrolledUp && (
              <button
                type="button"
                className="icon-button i-arrow-down jump-to-latest"
                aria-label="Jump to the latest message"
                onClick={scrollToLatest}
              />
            )}
            <ProblemNote
              problem={problem ?? voteProblem}
              formMessage={failure?.message}
              path={isNew ? paths.newChat() : paths.chat(chatId)}
            />
            {readOnly ? (
              <ReadingNote />
            ) : (
              <Composer
                action={action}
                draftKey={(props.isTemporary ? TEMPORARY_DRAFT : '') + (isNew ? 'new' : chatId)}
                model={model}
                queue={queue}
                initialText={failure?.text ?? props.initialText}
                isBusy={isBusy}
                isStopping={phase === 'stopping'}
                onSend={send}
                onModel={setModel}
                onStop={stop}
                onInput={session.clearProblem}
                onEditLast={() => {
                  const last = messages.findLast(({ role }) => role === 'user')
                  if (last && !last.isCut) setEditing(last.id)
                }}
              />
            )}
            {isEmpty && !readOnly && (
              <Starters
                action={action}
                model={model}
                onPrompt={(text) => void send({ text, files: [], model })}
              />
            )}
          </div>
        </div>
        <Outlet />
      </div>
    </ChatProvider>
  )
}
