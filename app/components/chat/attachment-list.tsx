import type { Attachment } from '#hooks/attachments/attachment.ts'
import type { Attachments } from '#hooks/attachments/use-attachments.ts'
import { Icon } from '../icon.tsx'

type AttachmentListProps = {
  attachments: Attachments
  /** Whether the message waits for its files. */
  isHeld: boolean
}

/** The files that will be sent with the message, how far each is, and what cannot be sent. */
export function AttachmentList({ attachments, isHeld }: AttachmentListProps) {
  const { items, refusals, remove, retry, hasFailed, dismissRefusals } = attachments
  const attached = items.filter(({ file }) => file).length
  return (
    <>
      {items.length > 0 && (
        <ul className="attachments" aria-label="Attached files">
          {items.map((item) => (
            <li key={item.key} aria-busy={!item.file && !item.failure}>
              <AttachedFile item={item} onRetry={() => retry(item.key)} />
              <button
                type="button"
                className="icon-button i-close"
                aria-label={`Remove ${item.name}`}
                onClick={(event) => {
                  focusNext(event.currentTarget)
                  remove(item.key)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <p className="sr-only" role="status">
        {items.length > 0 && `${attached} of ${items.length} attached`}
      </p>
      {isHeld && (
        <p className={hasFailed ? 'note bad' : 'note'} role="alert">
          {hasFailed
            ? 'Not sent: try the upload again, or remove the file.'
            : 'Sent as soon as the files are uploaded'}
        </p>
      )}
      {refusals.length > 0 && (
        <div className="refusals note bad" role="alert">
          <ul>
            {refusals.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <button
            type="button"
            className="icon-button i-close"
            aria-label="Hide these problems"
            onClick={(event) => {
              fieldOf(event.currentTarget)?.focus()
              dismissRefusals()
            }}
          />
        </div>
      )}
    </>
  )
}

function AttachedFile({ item, onRetry }: { item: Attachment; onRetry(): void }) {
  const { name, preview, file, percent, failure } = item
  const isUploading = !file && !failure
  if (preview && !failure) {
    return (
      <>
        <img src={preview} alt={name} />
        {isUploading && (
          <span className="upload">
            <span aria-hidden="true">{percent} %</span>
            <progress max={100} value={percent} aria-label={`Upload of ${name}`} />
          </span>
        )}
      </>
    )
  }
  return (
    <span className="file-chip">
      <Icon name={preview ? 'image' : 'document'} />
      <span>
        <span>{name}</span>
        {file?.type === 'text' && <small>{sizeOf(file.text)}</small>}
        {failure && (
          <small className="bad" role="alert">
            {failure}
          </small>
        )}
      </span>
      {failure && (
        <button
          type="button"
          className="button small"
          aria-label={`Try to upload ${name} again`}
          onClick={(event) => {
            // The button goes; the one that removes the file stays.
            event.currentTarget.closest('li')?.querySelector<HTMLElement>('.i-close')?.focus()
            onRetry()
          }}
        >
          Try again
        </button>
      )}
    </span>
  )
}

/** Keeps the focus near a button that is about to go: on the next one, else in the field. */
function focusNext(button: HTMLElement) {
  const item = button.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('.i-close') ?? fieldOf(button)
  target?.focus()
}

function fieldOf(button: HTMLElement) {
  return button.closest('form')?.querySelector('textarea')
}

function sizeOf(text: string): string {
  return text.length < 1000 ? `${text.length} bytes` : `${Math.round(text.length / 1000)} kB`
}
