import type { FormEvent } from 'react'
import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import { isNote } from '#core/suggestions/apply-suggestions.ts'
import { DocumentForm } from '../document-place.tsx'
import type { SuggestionHandlers } from './suggestion-list.tsx'

/** Characters before and after the changed text that are shown with it. */
const CONTEXT_CHARACTERS = 40

type SuggestionItemProps = {
  suggestion: PlacedSuggestion
  content: string
  handlers: SuggestionHandlers | undefined
}

/** One suggested edit, or a note about a text, as a form. */
export function SuggestionItem({ suggestion, content, handlers }: SuggestionItemProps) {
  const { id, range, originalText, suggestedText, description } = suggestion
  const note = isNote(suggestion)
  const reasonId = `reason-${id}`
  const { before, after } = contextOf(content, range)

  function decide(event: FormEvent<HTMLFormElement>) {
    if (!handlers) return
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const isAccepted = submitter instanceof HTMLButtonElement && submitter.value === 'accept'
    if (isAccepted) handlers.onAccept(id)
    else handlers.onDismiss(id)
  }

  return (
    <DocumentForm onSubmit={decide}>
      <input type="hidden" name="suggestion" value={id} />
      {description && (
        <p id={reasonId} className="suggestion-reason">
          {description}
        </p>
      )}
      {note ? (
        <blockquote className="suggestion-text">{originalText}</blockquote>
      ) : (
        <p className="suggestion-text">
          {before && <span className="suggestion-context">…{before}</span>}
          <span className="sr-only">Replace: </span>
          <del>{originalText}</del> <span className="sr-only">with: </span>
          {suggestedText ? <ins>{suggestedText}</ins> : <em>nothing</em>}
          {after && <span className="suggestion-context">{after}…</span>}
        </p>
      )}
      {!range && <p className="suggestion-hint">Its text has changed.</p>}
      <div className="row">
        {range && !note && (
          <button
            type="submit"
            className="button small primary"
            name="intent"
            value="accept"
            aria-describedby={description ? reasonId : undefined}
          >
            Accept
          </button>
        )}
        <button
          type="submit"
          className="button small"
          name="intent"
          value="dismiss"
          aria-describedby={description ? reasonId : undefined}
        >
          Dismiss
        </button>
      </div>
    </DocumentForm>
  )
}

/** The words around a changed text, without half characters at their ends. */
function contextOf(content: string, range: PlacedSuggestion['range']) {
  if (!range) return { before: '', after: '' }
  const before = content.slice(Math.max(0, range.start - CONTEXT_CHARACTERS), range.start)
  const after = content.slice(range.end, range.end + CONTEXT_CHARACTERS)
  return { before: before.toWellFormed(), after: after.toWellFormed() }
}
