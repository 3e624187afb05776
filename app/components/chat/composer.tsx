import { type FormEvent, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useAttachments } from '#hooks/attachments/use-attachments.ts'
import type { OutgoingMessage } from '#hooks/chat/chat-session.ts'
import type { MessageQueue } from '#hooks/chat/use-message-queue.ts'
import { useInsertedText } from '#hooks/composer-events.ts'
import { speechRecognition } from '#hooks/dictation/speech-recognition.ts'
import { useAutoGrow } from '#hooks/use-auto-grow.ts'
import { useColumnDrop } from '#hooks/use-column-drop.ts'
import { isSendKey, useStopOnEscape } from '#hooks/use-composer-keys.ts'
import { useDraft } from '#hooks/use-draft.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { loadLater } from '../ui/load-later.tsx'
import { AttachButton } from './attach-button.tsx'
import { ModelMenu } from './model-menu.tsx'
import { SendButton } from './send-button.tsx'

const ComposerExtras = loadLater(() => import('./composer-extras.tsx'))
const DictationButton = loadLater(() => import('./dictation-button.tsx'))

/** A slash at the start with the beginning of a prompt's name. */
const SLASH = /^\/([^\n]{0,40})$/
/** Characters from which a pasted text is offered as a file. */
const LONG_PASTE = 4_000

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
  queue: MessageQueue
  onModel(model: string): void
  /** @returns whether the server took the message; if not, the composer restores its text */
  onSend(outgoing: OutgoingMessage): Promise<boolean>
  onStop(): void
  onInput(): void
  /** The user wants to edit the last message. */
  onEditLast(): void
}

/** The form where a message is written; JavaScript sends it without leaving the page. */
export function Composer(props: ComposerProps) {
  const { action, draftKey, model, initialText, isBusy, isStopping, queue } = props
  const { onModel, onSend, onStop, onInput, onEditLast } = props
  const [slash, setSlash] = useState<string | null>(null)
  const [pasted, setPasted] = useState<string | null>(null)
  const [isHeld, setHeld] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const attachments = useAttachments()
  useInsertedText(field)
  const draft = useDraft(draftKey, field)
  const grow = useAutoGrow(field)
  const isDropping = useColumnDrop(form, attachments.add)
  const hasFiles = attachments.items.length > 0 || attachments.refusals.length > 0
  // None of it is in the server's HTML: a boundary there would have to hydrate before any change.
  const hasExtras = hasFiles || queue.messages.length > 0 || slash !== null || pasted !== null
  const hydrated = useHydrated()
  useStopOnEscape(isBusy && !isStopping, onStop)

  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true })
  }, [])

  useEffect(() => {
    if (isHeld && attachments.isReady) form.current?.requestSubmit()
  }, [isHeld, attachments.isReady])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const area = field.current
    if (!area || (isBusy && queue.isFull)) return
    setHeld(!attachments.isReady)
    if (!attachments.isReady) return
    const text = area.value
    const files = attachments.files
    if (!text.trim() && files.length === 0) return area.focus()
    area.value = ''
    setSlash(null)
    setPasted(null)
    attachments.clear()
    grow()
    area.focus()
    if (isBusy) {
      queue.add({ text, files, model })
      return draft.clear(text)
    }
    const isAccepted = await onSend({ text, files, model })
    if (isAccepted) return draft.clear(text)
    // The server refused the message: restore it, unless something newer was typed meanwhile.
    if (!area.value) area.value = text
    attachments.restore(files)
    grow()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.defaultPrevented) return
    if (isSendKey(event)) {
      event.preventDefault()
      return form.current?.requestSubmit()
    }
    const isEmpty = event.currentTarget.value === '' && attachments.items.length === 0
    if (event.key === 'ArrowUp' && isEmpty && !isBusy) {
      event.preventDefault()
      onEditLast()
    }
  }

  function write(text: string) {
    const area = field.current
    if (!area) return
    area.value = text
    area.focus()
    area.dispatchEvent(new Event('input', { bubbles: true }))
    setSlash(null)
  }

  /** Takes a waiting message out of the queue; its text goes before what was typed meanwhile. */
  function editQueued(index: number) {
    const message = queue.messages[index]
    if (!message) return
    queue.remove(index)
    attachments.restore(message.files)
    write([message.text, field.current?.value].filter(Boolean).join('\n\n'))
  }

  return (
    <form ref={form} className="composer" method="post" action={action} onSubmit={submit}>
      {hasExtras && (
        <Suspense>
          <ComposerExtras
            field={field}
            queue={queue}
            isBusy={isBusy}
            attachments={attachments}
            isHeld={isHeld}
            slash={slash}
            pasted={pasted}
            onEditQueued={editQueued}
            onWrite={write}
            onSlashEnd={() => setSlash(null)}
          />
        </Suspense>
      )}
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
        onKeyDown={onKeyDown}
        onInput={() => {
          draft.save()
          grow()
          onInput()
          setHeld(false)
          if (pasted && !field.current?.value.includes(pasted)) setPasted(null)
          setSlash(SLASH.exec(field.current?.value ?? '')?.[1] ?? null)
        }}
        onPaste={({ clipboardData }) => {
          const text = clipboardData.getData('text/plain').replaceAll('\r\n', '\n')
          // Office programs put a picture of the text beside it.
          if (!text) void attachments.add(clipboardData.files)
          else if (text.length >= LONG_PASTE) setPasted(text)
        }}
      />
      <div className="composer-bar">
        <AttachButton onFiles={(files) => void attachments.add(files)} />
        <ModelMenu model={model} onSelect={onModel} />
        {hydrated && speechRecognition() && (
          <Suspense>
            <DictationButton field={field} />
          </Suspense>
        )}
        <SendButton isBusy={isBusy} isStopping={isStopping} onStop={onStop} />
      </div>
      {isDropping && (
        <div className="drop-overlay" aria-hidden="true">
          Drop images and text files here
        </div>
      )}
    </form>
  )
}
