import type { MessageStatus } from '#hooks/chat/chat-types.ts'
import { MESSAGE_FORM_ID, useChatContext } from './chat-context.ts'

const NOTES: Partial<Record<MessageStatus, string>> = {
  stopped: 'You stopped this reply.',
  interrupted: 'This reply was interrupted. What had been written is kept.',
  failed: 'Something went wrong while this reply was written.',
}

/** How a reply ended, if not well, with a way on. */
export function StatusNote({
  status,
  isLast,
}: {
  status: MessageStatus | undefined
  isLast: boolean
}) {
  const { readOnly, retry } = useChatContext()
  const note = status && NOTES[status]
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
