import { Form, Link } from '@remix-run/react'
import { type LibraryQuery, paths } from '#app/paths.ts'

const KINDS = [
  { kind: undefined, label: 'All' },
  { kind: 'text', label: 'Text' },
  { kind: 'code', label: 'Code' },
  { kind: 'sheet', label: 'Sheets' },
  { kind: 'image', label: 'Images' },
] as const

/** Searches the documents, and chooses the kinds that are shown. */
export function LibraryFilters({ query }: { query: LibraryQuery }) {
  const { q, kind, chat } = query
  return (
    <div className="library-filters">
      <Form
        method="get"
        action={paths.documents()}
        role="search"
        aria-label="Documents"
        key={`${q} ${kind} ${chat}`}
      >
        {kind && <input type="hidden" name="kind" value={kind} />}
        {chat && <input type="hidden" name="chat" value={chat} />}
        <input
          type="search"
          name="q"
          defaultValue={q}
          placeholder="Search titles and texts"
          aria-label="Search your documents"
          maxLength={200}
        />
        <button type="submit" className="button small">
          Search
        </button>
      </Form>
      <nav aria-label="Kinds of documents" className="row">
        {KINDS.map((each) => (
          <Link
            key={each.label}
            to={paths.documents({ q, chat, kind: each.kind })}
            className="button small"
            aria-current={each.kind === kind ? 'true' : undefined}
          >
            {each.label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
