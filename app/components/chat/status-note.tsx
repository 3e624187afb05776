import type { MessageStatus } from '#app/page-message.ts'
import { MESSAGE_FORM_ID, useChatContext } from './chat-context.ts'

const STATUS_NOTES: Partial<Record<MessageStatus, string>> = {
  stopped: 'You stopped this reply.',
  interrupted: 'This reply was interrupted. What was written before is kept.',
  failed: 'Something went wrong while this reply was written.',
}

/** Says how a reply ended that is not complete, with a button that tries again. */
export function StatusNote({
  status,
  isLast,
}: {
  status: MessageStatus | undefined
  isLast: boolean
}) {
  const { readOnly, retry } = useChatContext()
  const note = status && STATUS_NOTES[status]
  if (!note) return null
  return (
    <p className={status === 'stopped' ? 'note' : 'note bad'}>
      {note}
      {isLast && !readOnly && status !== 'stopped' && (
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
      )}
    </p>
  )
}
