import { Form } from '@remix-run/react'

export type OpenSuggestion = {
  id: string
  originalText: string
  suggestedText: string
  description: string | null
}

/** Edits that the model suggests, each with buttons that accept or dismiss it. */
export function SuggestionList({ suggestions }: { suggestions: OpenSuggestion[] }) {
  if (suggestions.length === 0) return null
  return (
    <section aria-labelledby="suggestions-heading" className="suggestions">
      <h2 id="suggestions-heading">Suggestions</h2>
      <ul>
        {suggestions.map(({ id, originalText, suggestedText, description }) => (
          <li key={id} className="card">
            <Form method="post">
              <input type="hidden" name="suggestion" value={id} />
              {description && <p>{description}</p>}
              <p>
                <del>{originalText}</del> <ins>{suggestedText}</ins>
              </p>
              <div className="row">
                <button type="submit" className="button small primary" name="intent" value="accept">
                  Accept
                </button>
                <button type="submit" className="button small" name="intent" value="dismiss">
                  Dismiss
                </button>
              </div>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
