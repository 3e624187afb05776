import type { PageMessage } from '#app/page-message.ts'
import { paths } from '#app/paths.ts'
import { failureAction } from '#hooks/chat/failure-text.ts'
import { MESSAGE_FORM_ID, useChatContext } from './chat-context.ts'
import { isEmptyReply, statusText } from './status-text.ts'

/** Says how a reply ended that is not complete, with what helps: a new attempt or a new chat. */
export function StatusNote({ message, isLast }: { message: PageMessage; isLast: boolean }) {
  const { readOnly } = useChatContext()
  const { status } = message
  const note =
    statusText(message) ??
    (isEmptyReply(message) ? 'The reply is empty: the model has written nothing.' : undefined)
  if (!note) return null
  return (
    <p className={status && status !== 'stopped' ? 'note bad' : 'note'}>
      {status === 'failed' && <span className="icon i-alert" aria-hidden="true" />}
      <span>{note}</span>
      {isLast && !readOnly && status !== 'stopped' && <Remedy message={message} />}
    </p>
  )
}

function Remedy({ message: { status, errorKind } }: { message: PageMessage }) {
  const { chatId, retry } = useChatContext()
  const action = status === 'failed' ? failureAction(errorKind) : 'retry'
  switch (action) {
    case 'retry':
      return (
        <button
          type="submit"
          className="button small"
          form={MESSAGE_FORM_ID}
          name="intent"
          value="retry"
          onClick={(event) => {
            event.preventDefault()
            retry()
          }}
        >
          Try again
        </button>
      )
    case 'new-chat':
      return (
        <a className="button small" href={paths.newChatFrom(chatId)}>
          Start a new chat from here
        </a>
      )
    default:
      return null
  }
}
