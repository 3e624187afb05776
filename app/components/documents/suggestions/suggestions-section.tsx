import type { SuggestionsState } from '#hooks/documents/use-suggestions.ts'
import { useDocumentPlace } from '../document-place.tsx'
import { SuggestionList } from './suggestion-list.tsx'

type SuggestionsSectionProps = {
  content: string
  /** Whether they are shown at their places in the text too: the list is then folded. */
  isCompact: boolean
  state: SuggestionsState
}

/** How far the suggestions are that were asked for, and the list of them. */
export function SuggestionsSection({ content, isCompact, state }: SuggestionsSectionProps) {
  const { here } = useDocumentPlace()
  const { suggestions, status, problem } = state
  const handlers = {
    onAccept: state.accept,
    onDismiss: state.dismiss,
    onAcceptAll: state.acceptAll,
  }
  return (
    <div className="suggestions-section">
      <div role="status" className="suggestion-status">
        {status === 'writing' && (
          <p className="pulse">
            Suggestions are being written…{' '}
            <noscript>
              <a href={here}>Reload</a>
            </noscript>
          </p>
        )}
        {status === 'none' && suggestions.length === 0 && <p>There is nothing to suggest.</p>}
      </div>
      {status === 'failed' && (
        <p role="alert" className="note bad">
          The suggestions could not be written. Try again.
        </p>
      )}
      {problem && (
        <p role="alert" className="note bad">
          {problem}
        </p>
      )}
      <SuggestionList
        suggestions={suggestions}
        content={content}
        isCompact={isCompact}
        handlers={handlers}
      />
    </div>
  )
}
