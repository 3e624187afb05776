import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import { isNote } from '#core/suggestions/apply-suggestions.ts'

type SuggestionPopoverProps = {
  suggestions: readonly PlacedSuggestion[]
  /** Where the active cell ends, in pixels. */
  at: { left: number; top: number }
  onAccept(id: string): void
  onDismiss(id: string): void
}

/** The suggestions for the active cell, below it. */
export function SuggestionPopover({
  suggestions,
  at,
  onAccept,
  onDismiss,
}: SuggestionPopoverProps) {
  return (
    <section className="suggestion-popover" aria-label="Suggestion for this cell" style={at}>
      {suggestions.map((suggestion) => (
        <div key={suggestion.id}>
          {!isNote(suggestion) && (
            <p>
              <del>{suggestion.originalText}</del> <ins>{suggestion.suggestedText}</ins>
            </p>
          )}
          {suggestion.description && <p className="muted">{suggestion.description}</p>}
          <div className="row">
            {!isNote(suggestion) && (
              <button
                type="button"
                className="button small primary"
                onClick={() => onAccept(suggestion.id)}
              >
                Accept
              </button>
            )}
            <button type="button" className="button small" onClick={() => onDismiss(suggestion.id)}>
              Dismiss
            </button>
          </div>
        </div>
      ))}
    </section>
  )
}
