import { Outlet } from '@remix-run/react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { PageMessage } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import type { OutgoingMessage } from '#hooks/chat/chat-session.ts'
import { messageText } from '#hooks/chat/chat-types.ts'
import { useChat } from '#hooks/chat/use-chat.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { useScrollToLatest } from '#hooks/use-scroll-to-latest.ts'
import { useVotes, type Votes } from '#hooks/use-votes.ts'
import { type CardDocuments, ChatProvider, MESSAGE_FORM_ID } from './chat-context.ts'
import { ProblemNote, ReplyAnnouncer } from './chat-notices.tsx'
import { Composer } from './composer.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { MessageList } from './message-list.tsx'
import { statusText } from './status-text.ts'

export type ChatProps = {
  chatId: string
  /** Whether the chat is not stored yet; its first message creates it. */
  isNew: boolean
  messages: PageMessage[]
  votes: Votes
  documents: CardDocuments
  model: string
  /** Whether there are messages before these. */
  hasOlder: boolean
  /** Whether these are not the newest ones. */
  isOlder: boolean
  readOnly: boolean
  /** The id of a message that a link opened for editing (without JavaScript). */
  editing: string | null
  /** The header above the conversation. */
  header: ReactNode
  /** Why a form was refused, and the text that was typed in it (without JavaScript). */
  failure?: { message: string; text?: string | undefined } | undefined
  onAccepted(chatId: string): void
  onTitle(title: string): void
  onDocument(documentId: string): void
  onEnd(): void
}

/** The conversation with its messages, below it the composer, and beside it a document that is open. */
export function Chat(props: ChatProps) {
  const { chatId, isNew, readOnly, isOlder, failure } = props
  const { messages, phase, problem, session } = useChat({
    chatId,
    messages: props.messages,
    isOwner: !readOnly,
    onAccepted: () => props.onAccepted(chatId),
    onTitle: props.onTitle,
    onDocument: props.onDocument,
    onEnd: props.onEnd,
  })
  const [editing, setEditing] = useState(props.editing)
  const { votes, vote, problem: voteProblem } = useVotes(chatId, props.votes)
  const pane = useRef<HTMLElement>(null)
  const { isScrolledUp, scrollToLatest } = useScrollToLatest(pane)
  const action = isNew ? paths.newChatAction() : paths.chat(chatId)
  const model = useRef(props.model)
  const hydrated = useHydrated()

  const send = useCallback(
    (outgoing: OutgoingMessage) => {
      model.current = outgoing.model
      setEditing(null)
      scrollToLatest()
      return session.send(outgoing)
    },
    [session, scrollToLatest],
  )
  const chat = useMemo(
    () => ({
      chatId,
      readOnly,
      isOlder,
      hydrated,
      drafts: session.drafts,
      documents: props.documents,
      vote,
      setEditing,
      retry() {
        const asked = session.getSnapshot().messages.findLast(({ role }) => role === 'user')
        // The page does not have all of it; the form needs nothing of it.
        if (asked?.isCut) return submitRetry()
        void session.retry(selectedModel(model.current))
      },
      edit(messageId: string, text: string) {
        setEditing(null)
        scrollToLatest()
        void session.edit(messageId, text, selectedModel(model.current))
      },
    }),
    [chatId, readOnly, isOlder, hydrated, vote, session, scrollToLatest, props.documents],
  )

  useEffect(() => {
    // The button that was pressed (retry, edit) is gone: its focus moves to the conversation.
    if (phase === 'sending' && document.activeElement === document.body) pane.current?.focus()
  }, [phase])
  const copyAnnouncement = useCopyButtons(pane, (index) => {
    const message = session.getSnapshot().messages[index]
    return message ? messageText(message) : ''
  })

  const isBusy = phase !== 'idle'
  const lastMessage = messages.at(-1)
  return (
    <ChatProvider value={chat}>
      <div className="chat-split">
        <div className="chat-column">
          {props.header}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard */}
          <section ref={pane} className="thread-scroll" tabIndex={0} aria-label="Conversation">
            <div className="thread">
              {props.hasOlder && messages[0] && (
                <p className="note">
                  <a href={paths.olderMessages(chatId, messages[0].id)}>Older messages</a>
                </p>
              )}
              {messages.length === 0 && !isBusy ? (
                <EmptyChat
                  action={action}
                  model={props.model}
                  onPrompt={(text) =>
                    send({ text, files: [], model: selectedModel(model.current) })
                  }
                />
              ) : (
                <MessageList messages={messages} votes={votes} editing={editing} phase={phase} />
              )}
            </div>
          </section>
          <ReplyAnnouncer
            phase={phase}
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
              chatId={chatId}
            />
            {readOnly ? (
              <p className="note">
                {isOlder ? (
                  <>
                    These are older messages. <a href={paths.chat(chatId)}>Go to the newest</a>
                  </>
                ) : (
                  'This is a shared chat. You can only read it.'
                )}
              </p>
            ) : (
              <Composer
                action={action}
                draftKey={isNew ? 'new' : chatId}
                model={props.model}
                initialText={failure?.text}
                isBusy={isBusy}
                isStopping={phase === 'stopping'}
                onSend={send}
                onStop={() => void session.stop()}
                onInput={session.clearProblem}
              />
            )}
          </div>
        </div>
        <Outlet />
      </div>
    </ChatProvider>
  )
}

/** Asks for another reply with the form that works without JavaScript. */
function submitRetry() {
  const form = document.getElementById(MESSAGE_FORM_ID)
  if (!(form instanceof HTMLFormElement)) return
  const intent = Object.assign(document.createElement('input'), { type: 'hidden' })
  form.append(Object.assign(intent, { name: 'intent', value: 'retry' }))
  form.submit()
}

/** The model that is selected in the composer now. */
function selectedModel(fallback: string): string {
  return document.querySelector<HTMLSelectElement>('.composer select')?.value ?? fallback
}
