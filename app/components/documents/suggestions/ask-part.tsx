import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { TextRange } from '#core/documents/anchors/text-range.ts'
import { DocumentForm } from '../document-place.tsx'
import { quickActionsOf } from './quick-actions.ts'

type AskPartProps = {
  kind: string
  /** Characters of the document. */
  length: number
  /** What is selected; null or left out for the whole document. */
  range?: TextRange | null
  isBusy: boolean
  /** Asks for a change of what is selected, else of all; gives whether that was accepted. */
  onAsk(instruction: string): Promise<boolean>
}

/** Characters of a part at most, as the service takes them. */
const MAX_PART_CHARACTERS = 20_000

/**
 * Asks for a change of what is selected, else of the whole document, in words or by
 * a quick action; the answer comes as a suggestion. Ctrl+J (⌘J) leads here.
 */
export function AskPart({ kind, length, range = null, isBusy, onAsk }: AskPartProps) {
  const input = useRef<HTMLInputElement>(null)
  const [instruction, setInstruction] = useState('')
  const inputId = useId()
  const isTooLong = (range ? range.end - range.start : length) > MAX_PART_CHARACTERS
  /** The buttons stay where the focus can be. */
  const isOff = isTooLong || isBusy
  const hintId = `${inputId}-hint`

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'j' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey) return
      event.preventDefault()
      input.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isOff) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const isQuick = submitter instanceof HTMLButtonElement && submitter.name === 'instruction'
    const wish = isQuick ? submitter.value : instruction
    if ((await onAsk(wish)) && !isQuick) setInstruction('')
  }

  return (
    <section
      className="ask-part"
      aria-label="Ask for a change"
      data-selected={range ? '' : undefined}
    >
      <DocumentForm onSubmit={ask}>
        <input type="hidden" name="intent" value="ask" />
        <div className="ask-part-line">
          <label htmlFor={inputId} className="sr-only">
            Ask for a change of {range ? 'the selection' : 'the document'}
          </label>
          <input
            ref={input}
            id={inputId}
            className="input"
            name="instruction"
            placeholder={range ? 'Ask for a change of the selection…' : 'Ask for a change…'}
            value={instruction}
            onChange={(event) => setInstruction(event.target.value)}
            maxLength={2_000}
            required
            autoComplete="off"
            aria-describedby={hintId}
            aria-keyshortcuts="Control+J Meta+J"
          />
          <button type="submit" className="button small primary" aria-disabled={isOff}>
            Ask
          </button>
        </div>
        <div className="ask-part-actions">
          {quickActionsOf(kind).map(([label, value]) => (
            <button
              key={label}
              type="submit"
              className="button small"
              name="instruction"
              value={value}
              formNoValidate
              aria-disabled={isOff}
            >
              {label}
            </button>
          ))}
        </div>
        <p id={hintId} className="suggestion-hint">
          {hintOf(isTooLong, range)}
        </p>
      </DocumentForm>
    </section>
  )
}

function hintOf(isTooLong: boolean, range: TextRange | null): string {
  if (isTooLong) {
    return `Select a part to change: at most ${MAX_PART_CHARACTERS.toLocaleString('en')} characters.`
  }
  const what = range
    ? `Changes the ${(range.end - range.start).toLocaleString('en')} characters that are selected.`
    : 'Changes the whole document.'
  return `${what} You accept the change or dismiss it.`
}
