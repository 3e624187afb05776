import type { PageMessage } from '#app/page-message.ts'
import { CopyButton } from '../copy-button.tsx'
import { Alternatives } from './alternatives.tsx'
import { MESSAGE_FORM_ID, shortMessageId, useChatContext, type VoteType } from './chat-context.ts'
import { MessageMeta } from './message-meta.tsx'
import { ReadAloudButton } from './read-aloud-button.tsx'

type MessageActionsProps = { message: PageMessage; vote: VoteType | undefined; isLast: boolean }

/** The buttons below a reply: votes, copy, reading aloud, and for the last reply a new attempt; and what tells of it. */
export function MessageActions({ message, vote, isLast }: MessageActionsProps) {
  const hasText = message.parts.some(({ type }) => type === 'text')
  const { readOnly, hydrated, retry } = useChatContext()
  return (
    <div className="msg-actions">
      {!readOnly && message.parts.length > 0 && (
        <>
          <VoteButton type="up" vote={vote} messageId={message.id} />
          <VoteButton type="down" vote={vote} messageId={message.id} />
        </>
      )}
      {isLast && !readOnly && (
        <button
          type="submit"
          className="icon-button i-retry"
          form={MESSAGE_FORM_ID}
          name="intent"
          value="retry"
          aria-label="Write this reply again"
          onClick={(event) => {
            event.preventDefault()
            retry()
          }}
        />
      )}
      <Alternatives message={message} />
      {hydrated && hasText && <CopyButton target="message" label="Copy reply" />}
      {hydrated && hasText && <ReadAloudButton />}
      <MessageMeta message={message} />
    </div>
  )
}

type VoteButtonProps = { type: VoteType; vote: VoteType | undefined; messageId: string }

function VoteButton({ type, vote, messageId }: VoteButtonProps) {
  const chat = useChatContext()
  return (
    <button
      type="submit"
      className={`icon-button i-thumb-${type}`}
      form={MESSAGE_FORM_ID}
      name="intent"
      value={`${type} ${shortMessageId(messageId)}`}
      aria-label={type === 'up' ? 'Good reply' : 'Bad reply'}
      aria-pressed={vote === type}
      onClick={(event) => {
        event.preventDefault()
        chat.vote(messageId, type)
      }}
    />
  )
}
