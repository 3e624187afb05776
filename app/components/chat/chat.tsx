import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { OutgoingMessage } from '#hooks/chat/chat-session.ts'
import { messageText, type PageMessage } from '#hooks/chat/chat-types.ts'
import { useChat } from '#hooks/chat/use-chat.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { useScrollToLatest } from '#hooks/use-scroll-to-latest.ts'
import { useVotes, type Votes } from '#hooks/use-votes.ts'
import { ChatProvider, MESSAGE_FORM_ID } from './chat-context.ts'
import { Composer } from './composer.tsx'
import { EmptyChat } from './empty-chat.tsx'
import { JumpToLatest } from './jump-to-latest.tsx'
import { MessageList } from './message-list.tsx'
import { ProblemNote } from './problem-note.tsx'
import { ReplyAnnouncer } from './reply-announcer.tsx'

export type ChatProps = {
  chatId: string
  /** Not stored yet: its first message makes it. */
  isNew: boolean
  messages: PageMessage[]
  votes: Votes
  model: string
  readOnly: boolean
  /** A message opened for editing by a link (without JavaScript). */
  editing: string | null
  /** What a form that was refused brought back (without JavaScript). */
  failure?: { message: string; text?: string | undefined } | undefined
  onAccepted(chatId: string): void
  onTitle(title: string): void
  onEnd(): void
}

/** The conversation: messages, what can be done with them, and the place to write. */
export function Chat(props: ChatProps) {
  const { chatId, isNew, readOnly, failure } = props
  const { messages, phase, problem, session } = useChat({
    chatId,
    messages: props.messages,
    isOwner: !readOnly,
    onAccepted: () => props.onAccepted(chatId),
    onTitle: props.onTitle,
    onEnd: props.onEnd,
  })
  const [editing, setEditing] = useState(props.editing)
  const { votes, vote, problem: voteProblem } = useVotes(chatId, props.votes)
  const pane = useRef<HTMLElement>(null)
  const { isAway, toLatest } = useScrollToLatest(pane)
  const action = isNew ? paths.newChatAction() : paths.chat(chatId)
  const model = useRef(props.model)
  const hydrated = useHydrated()

  const send = useCallback(
    (outgoing: OutgoingMessage) => {
      model.current = outgoing.model
      setEditing(null)
      toLatest()
      return session.send(outgoing)
    },
    [session, toLatest],
  )
  const chat = useMemo(
    () => ({
      chatId,
      readOnly,
      hydrated,
      vote,
      setEditing,
      retry: () => void session.retry(chosenModel(model.current)),
      edit(messageId: string, text: string) {
        setEditing(null)
        toLatest()
        void session.edit(messageId, text, chosenModel(model.current))
      },
    }),
    [chatId, readOnly, hydrated, vote, session, toLatest],
  )

  useEffect(() => {
    // The button that asked (retry, edit) is gone: the focus must not be lost with it.
    if (phase === 'sending' && document.activeElement === document.body) pane.current?.focus()
  }, [phase])
  const copied = useCopyButtons(pane, (index) => {
    const message = session.getSnapshot().messages[index]
    return message ? messageText(message) : ''
  })

  const busy = phase !== 'idle'
  return (
    <ChatProvider value={chat}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard */}
      <section ref={pane} className="thread-scroll" tabIndex={0} aria-label="Conversation">
        <div className="thread">
          {messages.length === 0 && !busy ? (
            <EmptyChat
              action={action}
              model={props.model}
              onPrompt={(text) => send({ text, files: [], model: chosenModel(model.current) })}
            />
          ) : (
            <MessageList messages={messages} votes={votes} editing={editing} phase={phase} />
          )}
        </div>
      </section>
      <ReplyAnnouncer phase={phase} copied={copied} />
      {!readOnly && <form id={MESSAGE_FORM_ID} method="post" action={action} />}
      <div className="chat-footer">
        <JumpToLatest isAway={isAway} onClick={toLatest} />
        <ProblemNote problem={problem ?? voteProblem} message={failure?.message} chatId={chatId} />
        {readOnly ? (
          <p className="note">This chat was shared with you to read.</p>
        ) : (
          <Composer
            action={action}
            draftKey={isNew ? 'new' : chatId}
            model={props.model}
            initialText={failure?.text}
            busy={busy}
            stopping={phase === 'stopping'}
            onSend={send}
            onStop={() => void session.stop()}
            onInput={session.clearProblem}
          />
        )}
      </div>
    </ChatProvider>
  )
}

/** The model that is chosen in the composer now. */
function chosenModel(fallback: string): string {
  return document.querySelector<HTMLSelectElement>('.composer select')?.value ?? fallback
}
