import type { PageMessage } from '#app/page-message.ts'
import { MESSAGE_FORM_ID, useChatContext } from './chat-context.ts'
import { statusText } from './status-text.ts'

/** Says how a reply ended that is not complete, with a button that tries again. */
export function StatusNote({ message, isLast }: { message: PageMessage; isLast: boolean }) {
  const { readOnly, retry } = useChatContext()
  const { status } = message
  const note = statusText(message)
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
