import { type FormEvent, useEffect, useRef } from 'react'
import { shortMessageId, useChatContext } from './chat-context.ts'

/** A message of the user, open for editing; sending it replaces the message and what followed it. */
export function EditMessage({ id, text }: { id: string; text: string }) {
  const { chatId, isOlder, edit, setEditing } = useChatContext()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const area = field.current
    area?.focus({ preventScroll: true })
    area?.form?.scrollIntoView({ block: 'nearest' })
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    if (isOlder) return
    event.preventDefault()
    edit(id, field.current?.value ?? '')
  }

  /** Shows the message again, with the focus on the link that opened it. */
  function cancel() {
    setEditing(null)
    requestAnimationFrame(() => {
      const link = document.querySelector<HTMLElement>(`#m-${shortMessageId(id)} .i-edit`)
      link?.focus({ preventScroll: true })
    })
  }

  return (
    <form
      id="edit"
      className="msg edit-message"
      method="post"
      action={`/chat/${chatId}`}
      onSubmit={submit}
    >
      <label htmlFor="edit-text" className="sr-only">
        Your message
      </label>
      <textarea
        ref={field}
        id="edit-text"
        name="text"
        defaultValue={text}
        required
        rows={3}
        onKeyDown={(event) => {
          if (event.key === 'Escape') cancel()
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          // With the button, so that a form which is sent on has its name.
          const { form } = event.currentTarget
          form?.requestSubmit(form.querySelector<HTMLElement>('.primary'))
        }}
      />
      <div className="edit-message-actions">
        <a
          className="button"
          href={`/chat/${chatId}`}
          onClick={(event) => {
            event.preventDefault()
            cancel()
          }}
        >
          Cancel
        </a>
        <button type="submit" className="button primary" name="intent" value={`edit ${id}`}>
          Send
        </button>
      </div>
    </form>
  )
}
