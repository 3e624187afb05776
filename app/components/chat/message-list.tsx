import type { PageMessage } from '#app/page-message.ts'
import type { ChatPhase } from '#hooks/chat/chat-state.ts'
import type { Votes } from '#hooks/use-votes.ts'
import { ColouredTextsProvider } from '../markdown/colour-context.ts'
import { colouredTexts, firstFormatted, formattedFrom } from './first-formatted.ts'
import { Message } from './message.tsx'

type MessageListProps = {
  messages: PageMessage[]
  votes: Votes
  editing: string | null
  phase: ChatPhase
}

/** The messages in their order, and below them a sign that a reply is expected. */
export function MessageList({ messages, votes, editing, phase }: MessageListProps) {
  const first = firstFormatted(messages)
  const isIdle = phase === 'idle'
  return (
    <ColouredTextsProvider value={colouredTexts(messages)}>
      {messages.map((message, index) => (
        <Message
          key={message.id}
          message={message}
          vote={votes[message.id]}
          isLast={message.role === 'user' ? isIdle : index === messages.length - 1}
          isNewest={index === messages.length - 1}
          editing={editing === message.id}
          formattedFrom={formattedFrom(first, index)}
        />
      ))}
      {isWaitingForReply(messages, phase) && (
        <p className="waiting-for-reply">
          <span className="sr-only">{phase === 'reconnecting' ? 'Reconnecting' : 'Waiting'}</span>
          <span aria-hidden="true">{phase === 'reconnecting' && 'Reconnecting'}</span>
          <i aria-hidden="true" />
          <i aria-hidden="true" />
          <i aria-hidden="true" />
        </p>
      )}
    </ColouredTextsProvider>
  )
}

function isWaitingForReply(messages: PageMessage[], phase: ChatPhase): boolean {
  if (phase === 'idle') return false
  if (phase === 'reconnecting') return true
  const last = messages.at(-1)
  return last?.role === 'user' || last?.parts.length === 0
}
