import type { PageMessage } from '#app/page-message.ts'
import { MESSAGE_FORM_ID, shortMessageId, useChatContext } from './chat-context.ts'

/** Leads to the other versions of a message that stood at its place: `‹ 2/3 ›`. */
export function Alternatives({ message: { id, alternatives } }: { message: PageMessage }) {
  const { readOnly } = useChatContext()
  if (!alternatives || readOnly) return null
  const index = alternatives.indexOf(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <span className="alternatives" role="group" aria-label="Versions" id={alternativesId(id)}>
      <VersionButton label="Previous version" from={id} to={alternatives[index - 1]} />
      <span aria-hidden="true">
        {index + 1}/{alternatives.length}
      </span>
      <span className="sr-only">
        Version {index + 1} of {alternatives.length}
      </span>
      <VersionButton label="Next version" from={id} to={alternatives[index + 1]} />
    </span>
  )
}

type VersionButtonProps = {
  label: 'Previous version' | 'Next version'
  from: string
  /** The id of the version; undefined where there is none. */
  to: string | undefined
}

function VersionButton({ label, from, to }: VersionButtonProps) {
  const { showVersion } = useChatContext()
  return (
    <button
      type="submit"
      className={`icon-button ${label === 'Next version' ? 'i-next' : 'i-previous'}`}
      form={MESSAGE_FORM_ID}
      name="intent"
      value={`show ${to}`}
      aria-label={label}
      disabled={!to}
      onClick={(event) => {
        event.preventDefault()
        if (to) void showVersion(to, from).then(() => focusVersion(to, label))
      }}
    />
  )
}

function alternativesId(messageId: string): string {
  return `v-${shortMessageId(messageId)}`
}

/** The button that was pressed is gone with its version: its focus moves to the same one of the next. */
function focusVersion(messageId: string, label: string) {
  requestAnimationFrame(() => {
    const buttons = document.getElementById(alternativesId(messageId))?.querySelectorAll('button')
    const usable = [...(buttons ?? [])].filter(({ disabled }) => !disabled)
    const same = usable.find((button) => button.ariaLabel === label)
    ;(same ?? usable[0])?.focus({ preventScroll: true })
  })
}
