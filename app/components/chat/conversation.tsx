import { type ReactNode, type RefObject, useMemo, useRef } from 'react'
import { paths } from '#app/paths.ts'
import type { ChatSession } from '#hooks/chat/chat-session.ts'
import type { ChatSnapshot } from '#hooks/chat/chat-state.ts'
import { useOlderMessages } from '#hooks/chat/use-older-messages.ts'
import type { Votes } from '#hooks/use-votes.ts'
import { useChatContext } from './chat-context.ts'
import { MessageList } from './message-list.tsx'
import { usePrinting } from './use-printing.ts'

type ConversationProps = {
  /** What scrolls. */
  pane: RefObject<HTMLElement>
  session: ChatSession
  snapshot: ChatSnapshot
  votes: Votes
  /** The id of the message that is open for editing. */
  editing: string | null
  /** Shown while there are no messages. */
  empty: ReactNode
}

/** The messages of a chat, and above them the way to older ones. */
export function Conversation({
  pane,
  session,
  snapshot,
  votes,
  editing,
  empty,
}: ConversationProps) {
  const { chatId } = useChatContext()
  const { phase, hasOlder } = snapshot
  const messages = useMemo(
    () => [...snapshot.older, ...snapshot.messages],
    [snapshot.older, snapshot.messages],
  )
  usePrinting(session, hasOlder)
  const link = useRef<HTMLParagraphElement>(null)
  const first = messages[0]?.id
  const { announcement } = useOlderMessages(link, { session, first })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard
    <section ref={pane} className="thread-scroll" tabIndex={0} aria-label="Conversation">
      <div className="thread">
        {/* Between the title of the page and the headings of the replies. */}
        {messages.length > 0 && <h2 className="sr-only">Messages</h2>}
        {hasOlder && first && (
          <p ref={link} className="note older-messages">
            <a href={paths.olderMessages(chatId, first)}>Older messages</a>
          </p>
        )}
        {messages.length === 0 && phase === 'idle' ? (
          empty
        ) : (
          <MessageList messages={messages} votes={votes} editing={editing} phase={phase} />
        )}
        {(hasOlder || announcement) && (
          <p className="sr-only" role="status">
            {announcement}
          </p>
        )}
      </div>
    </section>
  )
}
