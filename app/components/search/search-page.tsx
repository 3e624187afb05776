import { Form, Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { SearchResult } from '#core/search/search-schema.ts'
import { Icon, type IconName } from '../icon.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { resultPath, Snippet } from './result-text.tsx'

type SearchPageProps = { q: string; results: SearchResult[] }

const KINDS: { kind: SearchResult['kind']; label: string; icon: IconName }[] = [
  { kind: 'chat', label: 'Chats', icon: 'edit' },
  { kind: 'message', label: 'Messages', icon: 'chat' },
  { kind: 'document', label: 'Documents', icon: 'document' },
]

/** Searches titles, messages and documents; the palette does the same where there is JavaScript. */
export function SearchPage({ q, results }: SearchPageProps) {
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Search</h1>
      </header>
      <div className="pane-body">
        <div className="page-column search-page">
          <Form method="get" action={paths.search()} role="search" className="row" key={q}>
            <input
              type="search"
              name="q"
              defaultValue={q}
              maxLength={200}
              required
              aria-label="Search chats, messages and documents"
            />
            <button type="submit" className="button primary">
              Search
            </button>
          </Form>
          <p role="status" className="note">
            {q === ''
              ? 'All the words must occur in one title, one message or one document.'
              : results.length === 0 && `Nothing was found for “${q}”.`}
          </p>
          {KINDS.map(({ kind, label, icon }) => {
            const found = results.filter((result) => result.kind === kind)
            if (found.length === 0) return null
            return (
              <section key={kind} aria-label={label}>
                <h2>{label}</h2>
                <ul className="search-results">
                  {found.map((result) => (
                    <li key={resultPath(result)}>
                      <Link to={resultPath(result)}>
                        <Icon name={icon} />
                        <span>
                          <strong>
                            {kind === 'chat' ? <Snippet pieces={result.snippet} /> : result.title}
                          </strong>
                          {kind !== 'chat' && result.snippet.length > 0 && (
                            <small>
                              <Snippet pieces={result.snippet} />
                            </small>
                          )}
                        </span>
                      </Link>
                    </li>
                  ))}
                </ul>
              </section>
            )
          })}
        </div>
      </div>
    </>
  )
}
