import type { Attachments } from '#hooks/use-attachments.ts'

/** The images that will be sent with the message, including those still being uploaded. */
export function AttachmentList({ attachments }: { attachments: Attachments }) {
  const { items, error, remove } = attachments
  if (items.length === 0 && !error) return null
  return (
    <>
      {items.length > 0 && (
        <ul className="attachments" aria-label="Attached images">
          {items.map(({ key, name, preview, file }) => (
            <li key={key} className={file ? undefined : 'pulse'}>
              <img src={preview} alt={name} />
              <button
                type="button"
                className="icon-button i-close"
                aria-label={`Remove ${name}`}
                onClick={() => remove(key)}
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
