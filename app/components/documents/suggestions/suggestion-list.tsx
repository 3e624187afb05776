import type { FormEvent } from 'react'
import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import { isNote } from '#core/suggestions/apply-suggestions.ts'
import { DocumentForm } from '../document-place.tsx'
import { SuggestionItem } from './suggestion-item.tsx'

/** What a script does in place of sending the forms; without it they are sent. */
export type SuggestionHandlers = {
  onAccept(id: string): void
  onDismiss(id: string): void
  onAcceptAll(): void
}

type SuggestionListProps = {
  suggestions: PlacedSuggestion[]
  /** What they are placed in; shows the words around each. */
  content?: string
  /** Whether the list is folded. */
  isCompact?: boolean
  handlers?: SuggestionHandlers
}

/**
 * The suggested edits of a document at their places: each with what it changes, the
 * words around it, the reason, and buttons to accept or dismiss it. One whose text is
 * gone can only be dismissed.
 */
export function SuggestionList(props: SuggestionListProps) {
  const { suggestions, content = '', isCompact = false, handlers } = props
  if (suggestions.length === 0) return null
  const acceptable = suggestions.filter((each) => each.range && !isNote(each)).length
  const stale = suggestions.filter(({ range }) => !range).length

  function acceptAll(event: FormEvent) {
    if (!handlers) return
    event.preventDefault()
    handlers.onAcceptAll()
  }

  const list = (
    <ul>
      {suggestions.map((suggestion) => (
        <li key={suggestion.id} className="card">
          <SuggestionItem suggestion={suggestion} content={content} handlers={handlers} />
        </li>
      ))}
    </ul>
  )
  return (
    <section
      aria-labelledby="suggestions-heading"
      className="suggestions"
      data-compact={isCompact || undefined}
    >
      <div className="suggestions-bar">
        <h2 id="suggestions-heading">Suggestions ({suggestions.length})</h2>
        {acceptable > 1 && (
          <DocumentForm onSubmit={acceptAll}>
            <button type="submit" className="button small" name="intent" value="accept-all">
              Accept all
            </button>
          </DocumentForm>
        )}
      </div>
      {stale > 0 && acceptable > 0 && (
        <p className="suggestion-hint">
          {stale === 1
            ? 'The text of one has changed. “Accept all” leaves it.'
            : `The text of ${stale} has changed. “Accept all” leaves them.`}
        </p>
      )}
      {isCompact ? (
        <details>
          <summary>Show them in a list</summary>
          {list}
        </details>
      ) : (
        list
      )}
    </section>
  )
}
