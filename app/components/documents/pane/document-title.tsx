import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type DocumentTitleProps = {
  /** `h2` beside a chat, which has the `h1`. */
  Tag: 'h1' | 'h2'
  title: string
  /** Left out where the title cannot be changed. */
  onRename?: ((title: string) => void) | undefined
  /** Whether the title is being edited. */
  isEditing: boolean
  onEditing(isEditing: boolean): void
}

/** Characters of a title at most, as the service takes them. */
const MAX_TITLE_LENGTH = 500

/** The title of a document, which is edited in its place. */
export function DocumentTitle({ Tag, title, onRename, isEditing, onEditing }: DocumentTitleProps) {
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [wasEditing, setWasEditing] = useState(false)

  useEffect(() => {
    if (isEditing) {
      field.current?.select()
      setWasEditing(true)
    } else if (wasEditing) {
      button.current?.focus()
      setWasEditing(false)
    }
  }, [isEditing, wasEditing])

  function end(isKept: boolean) {
    const wanted = field.current?.value.trim()
    if (isKept && wanted && wanted !== title) onRename?.(wanted)
    onEditing(false)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end(event.key === 'Enter')
  }

  if (isEditing && onRename) {
    return (
      <input
        ref={field}
        className="document-title-field"
        aria-label="Title"
        defaultValue={title}
        maxLength={MAX_TITLE_LENGTH}
        onKeyDown={onKeyDown}
        onBlur={() => end(true)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to rename the document
        autoFocus
      />
    )
  }
  return (
    <Tag className="document-title">
      {onRename ? (
        <button
          ref={button}
          type="button"
          title="Rename"
          aria-description="Rename"
          onClick={() => onEditing(true)}
        >
          {title}
        </button>
      ) : (
        title
      )}
    </Tag>
  )
}
