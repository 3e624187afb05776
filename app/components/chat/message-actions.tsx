import { type PageMessage, textOf } from '#hooks/chat/chat-types.ts'
import { CopyButton } from '../copy-button.tsx'
import { Icon } from '../icons/icon.tsx'
import { MESSAGE_FORM, useChatContext, type VoteType } from './chat-context.ts'

type MessageActionsProps = { message: PageMessage; vote: VoteType | undefined; isLast: boolean }

/** Copy, votes, and for the last reply: ask again. */
export function MessageActions({ message, vote, isLast }: MessageActionsProps) {
  const { readOnly, retry } = useChatContext()
  return (
    <div className="msg-actions">
      <CopyButton text={() => textOf(message)} label="Copy reply" />
      {!readOnly && (
        <>
          <VoteButton type="up" vote={vote} messageId={message.id} />
          <VoteButton type="down" vote={vote} messageId={message.id} />
        </>
      )}
      {isLast && !readOnly && (
        <button
          type="submit"
          className="icon-button"
          form={MESSAGE_FORM}
          name="intent"
          value="retry"
          aria-label="Write this reply again"
          onClick={(event) => {
            event.preventDefault()
            retry()
          }}
        >
          <Icon name="retry" />
        </button>
      )}
    </div>
  )
}

type VoteButtonProps = { type: VoteType; vote: VoteType | undefined; messageId: string }

function VoteButton({ type, vote, messageId }: VoteButtonProps) {
  const chat = useChatContext()
  return (
    <button
      type="submit"
      className="icon-button"
      form={MESSAGE_FORM}
      name="intent"
      value={`${type} ${messageId}`}
      aria-label={type === 'up' ? 'Good reply' : 'Bad reply'}
      aria-pressed={vote === type}
      onClick={(event) => {
        event.preventDefault()
        chat.vote(messageId, type)
      }}
    >
      <Icon name={`thumb-${type}`} />
    </button>
  )
}
