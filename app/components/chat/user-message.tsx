import type { MessagePart } from '#app/page-message.ts'
import { messageText } from '#hooks/chat/chat-types.ts'
import { CopyButton } from '../copy-button.tsx'
import { ForeignImage } from '../markdown/foreign-image.tsx'
import { messageImageUrl, ownImageUrl } from '../markdown/safe-url.ts'
import { type MessageProps, useChatContext } from './chat-context.ts'
import { CutNote } from './cut-note.tsx'
import { EditMessage } from './edit-message.tsx'

/** A message of the user: plain text, with its images. */
export function UserMessage({ message, isLast, editing }: MessageProps) {
  const { readOnly, hydrated, setEditing } = useChatContext()
  const text = messageText(message)
  const files = message.parts.filter(({ type }) => type === 'file')
  // The beginning that the page has would replace all of it.
  const canEdit = isLast && !readOnly && !message.isCut
  if (editing && !message.isCut) return <EditMessage id={message.id} text={text} />
  return (
    <article className="msg user" aria-label="You">
      {files.length > 0 && (
        <div className="msg-images">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the images of a message never change
            <UserImage key={index} file={file} />
          ))}
        </div>
      )}
      {text && <p className="bubble">{text}</p>}
      {message.isCut && <CutNote />}
      <div className="msg-actions">
        {hydrated && text && <CopyButton target="message" label="Copy message" />}
        {canEdit && (
          <a
            className="icon-button i-edit"
            href={`?edit=${message.id}#edit`}
            onClick={(event) => {
              event.preventDefault()
              setEditing(message.id)
            }}
          >
            <span className="sr-only">Edit message</span>
          </a>
        )}
      </div>
    </article>
  )
}

function UserImage({ file: { url, filename } }: { file: MessagePart }) {
  const alt = typeof filename === 'string' ? filename : 'Attached image'
  if (typeof url !== 'string') return alt
  const src = ownImageUrl(url) ?? messageImageUrl(url)
  if (src) return <img src={src} alt={alt} loading="lazy" />
  return <ForeignImage url={url} alt={alt} />
}
