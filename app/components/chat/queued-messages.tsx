import type { MessageQueue } from '#hooks/chat/use-message-queue.ts'

type QueuedMessagesProps = {
  queue: MessageQueue
  /** Whether a reply is being written, after which the first is sent. */
  isBusy: boolean
  /** Moves one back into the composer. */
  onEdit(index: number): void
  onRemove(index: number): void
}

/** The messages that wait for the end of the reply. */
export function QueuedMessages({ queue, isBusy, onEdit, onRemove }: QueuedMessagesProps) {
  return (
    <section className="queued" aria-label="Messages that wait">
      <p className="note" role="status">
        {isBusy ? 'Sent when this reply has ended' : 'These messages have not been sent'}
        {queue.isFull && '. No more can wait.'}
      </p>
      <ul>
        {queue.messages.map(({ text, files }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have nothing else that tells them apart
          <li key={index}>
            <span>{text || 'Files'}</span>
            {files.length > 0 && text && <small>{files.length} attached</small>}
            {!isBusy && index === 0 && (
              <button
                type="button"
                className="button small"
                onClick={() => void queue.sendAt(index)}
              >
                Send
              </button>
            )}
            <button
              type="button"
              className="icon-button i-edit"
              aria-label="Edit this message"
              onClick={() => onEdit(index)}
            />
            <button
              type="button"
              className="icon-button i-close"
              aria-label="Remove this message"
              onClick={() => onRemove(index)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
