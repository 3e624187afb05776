import { shortMessageId } from './chat-context.ts'
import { LiveReplyFrame } from './live-reply-frame.tsx'
import type { MessageProps } from './message.tsx'
import { MessageActions } from './message-actions.tsx'
import { MessageParts } from './message-parts.tsx'
import { StatusNote } from './status-note.tsx'

/** A reply: its parts, how it ended if that was not well, and what can be done with it. */
export function AssistantMessage({ message, vote, isLast }: MessageProps) {
  const live = message.status === 'streaming'
  return (
    <article
      id={`m-${shortMessageId(message.id)}`}
      className={live ? 'msg ai live' : 'msg ai'}
      aria-label="Parley"
      aria-busy={live || undefined}
    >
      <MessageParts parts={message.parts} live={live} />
      {live && isLast && <LiveReplyFrame />}
      <StatusNote status={message.status} isLast={isLast} />
      {!live && <MessageActions message={message} vote={vote} isLast={isLast} />}
    </article>
  )
}
