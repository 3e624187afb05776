import type { RefObject } from 'react'
import { MAX_TEXT_FILE_BYTES } from '#core/chat/text-file.ts'
import type { Attachments } from '#hooks/attachments/use-attachments.ts'
import type { MessageQueue } from '#hooks/chat/use-message-queue.ts'
import { AttachmentList } from './attachment-list.tsx'
import { PromptList } from './prompt-list.tsx'
import { QueuedMessages } from './queued-messages.tsx'

type ComposerExtrasProps = {
  field: RefObject<HTMLTextAreaElement>
  queue: MessageQueue
  isBusy: boolean
  attachments: Attachments
  /** Whether the message waits for its files. */
  isHeld: boolean
  /** What stands after a slash at the start of the message. */
  slash: string | null
  /** A long text that was pasted, and stands in the message. */
  pasted: string | null
  onEditQueued(index: number): void
  /** Makes the text of the message another one. */
  onWrite(text: string): void
  onSlashEnd(): void
}

/** What stands above the field only at times: messages that wait, files, prompts of one's own. */
export default function ComposerExtras(props: ComposerExtrasProps) {
  const { field, queue, isBusy, attachments, isHeld, slash, pasted } = props
  const { onEditQueued, onWrite, onSlashEnd } = props

  function attachPasted(text: string) {
    const area = field.current
    if (!area) return
    onWrite(area.value.replace(text, () => ''))
    void attachments.add([new File([text], 'pasted-text.txt', { type: 'text/plain' })])
  }

  return (
    <>
      {queue.messages.length > 0 && (
        <QueuedMessages
          queue={queue}
          isBusy={isBusy}
          onEdit={onEditQueued}
          onRemove={(index) => {
            queue.remove(index)
            field.current?.focus()
          }}
        />
      )}
      <AttachmentList attachments={attachments} isHeld={isHeld} />
      {slash !== null && (
        <PromptList query={slash} field={field} onPick={onWrite} onClose={onSlashEnd} />
      )}
      {pasted !== null && <PastedNote text={pasted} onAttach={() => attachPasted(pasted)} />}
    </>
  )
}

/** Offers to send a pasted text as a file, or tells that it is too long. */
function PastedNote({ text, onAttach }: { text: string; onAttach(): void }) {
  if (new Blob([text]).size > MAX_TEXT_FILE_BYTES) {
    return (
      <p className="note" role="status">
        You pasted more than {MAX_TEXT_FILE_BYTES / 1000} kB, which is about what a message takes.
      </p>
    )
  }
  return (
    <p className="note" role="status">
      You pasted a long text.
      <button type="button" className="button small" onClick={onAttach}>
        Attach it as a file
      </button>
    </p>
  )
}
