import type { Attachments } from '#hooks/use-attachments.ts'
import { Icon } from '../icon.tsx'

/** The files that will be sent with the message, including those still being uploaded. */
export default function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { items, error, remove } = attachments
  if (items.length === 0 && !error) return null
  return (
    <>
      {items.length > 0 && (
        <ul className="attachments" aria-label="Attached files">
          {items.map(({ key, name, preview, file }) => (
            <li key={key} className={file ? undefined : 'pulse'}>
              {preview ? (
                <img src={preview} alt={name} />
              ) : (
                <span className="file-chip">
                  <Icon name="document" />
                  <span>
                    {name}
                    {file?.type === 'text' && <small>{sizeOf(file.text)}</small>}
                  </span>
                </span>
              )}
              <button
                type="button"
                className="icon-button i-close"
                aria-label={`Remove ${name}`}
                onClick={(event) => {
                  focusNext(event.currentTarget)
                  remove(key)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="note bad">
          {error}
        </p>
      )}
    </>
  )
}

/** Keeps the focus near a button that is about to go: on the next one, else in the field. */
function focusNext(button: HTMLElement) {
  const item = button.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  const target = next?.querySelector('button') ?? button.closest('form')?.querySelector('textarea')
  target?.focus()
}

function sizeOf(text: string): string {
  return text.length < 1000 ? `${text.length} bytes` : `${Math.round(text.length / 1000)} kB`
}
