import type { MessagePart } from '#app/page-message.ts'
import { isTextFilePart, parseTextFile } from '#core/chat/text-file.ts'
import { messageText } from '#hooks/chat/chat-types.ts'
import { CopyButton } from '../copy-button.tsx'
import { ForeignImage } from '../markdown/foreign-image.tsx'
import { messageImageUrl, ownImageUrl } from '../markdown/safe-url.ts'
import { Alternatives } from './alternatives.tsx'
import { type MessageProps, shortMessageId, useChatContext } from './chat-context.ts'
import { CutNote } from './cut-note.tsx'
import { EditMessage } from './edit-message.tsx'
import { MessageMeta } from './message-meta.tsx'

/** A message of the user: plain text, with its images. */
export function UserMessage({ message, isLast, isNewest, editing }: MessageProps) {
  const { readOnly, isForeign, isOlder, hydrated, setEditing } = useChatContext()
  const text = messageText(message)
  const textFiles = message.parts.flatMap((part) => parseTextFile(part.text) ?? [])
  const typed = messageText({ parts: message.parts.filter((part) => !isTextFilePart(part)) })
  const files = message.parts.filter(({ type }) => type === 'file')
  // The beginning that the page has would replace all of it.
  const canEdit = isLast && (!readOnly || (isOlder && !isForeign)) && !message.isCut
  if (editing && !message.isCut) return <EditMessage id={message.id} text={typed} />
  return (
    <article
      id={`m-${shortMessageId(message.id)}`}
      className={isNewest ? 'msg user newest' : 'msg user'}
      aria-label="You"
    >
      {files.length > 0 && (
        <div className="msg-images">
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the images of a message never change
            <UserImage key={index} file={file} />
          ))}
        </div>
      )}
      {textFiles.map(({ name, content }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the files of a message never change
        <details key={index} className="text-file">
          <summary>{name}</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrollable by keyboard */}
          <pre tabIndex={0}>{content}</pre>
        </details>
      ))}
      {typed && <p className="bubble">{typed}</p>}
      {message.isCut && <CutNote />}
      <div className="msg-actions">
        <MessageMeta message={message} />
        <Alternatives message={message} />
        {hydrated && text && <CopyButton target="message" label="Copy message" />}
        {canEdit && (
          <a
            className="icon-button i-edit"
            href={`?edit=${message.id}#edit`}
            onClick={(event) => {
              // A page of older messages is left with the reply.
              if (isOlder) return
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
  if (src) {
    return (
      <a href={src}>
        <img src={src} alt={alt} loading="lazy" />
      </a>
    )
  }
  return <ForeignImage url={url} alt={alt} />
}
