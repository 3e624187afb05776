import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import type { OutgoingMessage } from '#hooks/chat/chat-session.ts'
import { useAttachments } from '#hooks/use-attachments.ts'
import { useAutoGrow } from '#hooks/use-auto-grow.ts'
import { useDraft } from '#hooks/use-draft.ts'
import { AttachmentList } from './attachment-list.tsx'
import { ModelSelect } from './model-select.tsx'

type ComposerProps = {
  /** Where the form posts to without JavaScript. */
  action: string
  draftKey: string
  model: string
  /** The text of a form that was refused (without JavaScript). */
  initialText?: string | undefined
  /** Whether a reply is being written. */
  isBusy: boolean
  isStopping: boolean
  /** @returns whether the server took the message; if not, the composer restores its text */
  onSend(outgoing: OutgoingMessage): Promise<boolean>
  onStop(): void
  onInput(): void
}

/** The form where a message is written; JavaScript sends it without leaving the page. */
export function Composer(props: ComposerProps) {
  const { action, draftKey, model, initialText, isBusy, isStopping, onSend, onStop, onInput } =
    props
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const attachments = useAttachments()
  const draft = useDraft(draftKey, field)
  const grow = useAutoGrow(field)

  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const area = field.current
    if (!area || isBusy || attachments.uploading) return
    const text = area.value
    const files = attachments.files
    if (!text.trim() && files.length === 0) return area.focus()
    const selectedModel = new FormData(form.current ?? undefined).get('model')
    area.value = ''
    attachments.clear()
    grow()
    area.focus()
    const isAccepted = await onSend({ text, files, model: String(selectedModel) })
    if (isAccepted) return draft.clear(text)
    // The server refused the message: restore it, unless something newer was typed meanwhile.
    if (!area.value) area.value = text
    attachments.restore(files)
    grow()
  }

  function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    // Some input methods report the Enter that ends a composition with key code 229.
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || isComposing) return
    if (window.matchMedia('(pointer: coarse)').matches) return
    void submit(event)
  }

  return (
    <form
      ref={form}
      className="composer"
      method="post"
      action={action}
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        attachments.add(event.dataTransfer.files)
      }}
    >
      <AttachmentList attachments={attachments} />
      <label htmlFor="message" className="sr-only">
        Message
      </label>
      <textarea
        ref={field}
        id="message"
        name="text"
        rows={1}
        defaultValue={initialText}
        placeholder="Write a message"
        autoComplete="off"
        onKeyDown={sendOnEnter}
        onInput={() => {
          draft.save()
          grow()
          onInput()
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length > 0) attachments.add(event.clipboardData.files)
        }}
      />
      <div className="composer-bar">
        <label className="icon-button i-image needs-js">
          <span className="sr-only">Attach images</span>
          <input
            type="file"
            accept="image/jpeg,image/png"
            multiple
            className="sr-only"
            onChange={(event) => {
              attachments.add(event.currentTarget.files)
              event.currentTarget.value = ''
            }}
          />
        </label>
        <ModelSelect model={model} />
        {isBusy ? (
          <button
            type="button"
            className="send-button i-stop"
            aria-label="Stop the reply"
            aria-disabled={isStopping}
            onClick={onStop}
          />
        ) : (
          <button
            type="submit"
            className="send-button i-send"
            name="intent"
            value="send"
            aria-label="Send"
          />
        )}
      </div>
    </form>
  )
}
