import type { SuggestionsState } from '#hooks/documents/use-suggestions.ts'
import { DocumentForm } from '../document-place.tsx'

type SuggestButtonProps = {
  /** Whether there is nothing to suggest anything for. */
  isEmpty: boolean
  state: SuggestionsState
}

/** The button that asks for suggestions. */
export function SuggestButton({ isEmpty, state }: SuggestButtonProps) {
  return (
    <DocumentForm
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.isBusy) state.suggest()
      }}
    >
      <button
        type="submit"
        className="button small"
        name="intent"
        value="suggest"
        disabled={isEmpty}
        aria-disabled={state.isBusy}
      >
        Suggest improvements
      </button>
    </DocumentForm>
  )
}
