import { Form, Link } from '@remix-run/react'
import { useRef } from 'react'
import { paths } from '#app/paths.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import { documentKind } from '../chat/document-card.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { DocumentContent } from './document-content.tsx'
import { type OpenSuggestion, SuggestionList } from './suggestion-list.tsx'
import { type VersionHistory, VersionList } from './version-list.tsx'

export type DocumentPageProps = {
  document: {
    id: string
    title: string
    kind: string
    content: string
    isCut: boolean
    createdAt: string
    isLatest: boolean
    history: VersionHistory
    suggestions: OpenSuggestion[]
  }
  failure: string | undefined
}

/** One version of a document, with the open suggestions and the list of versions. */
export function DocumentPage({ document, failure }: DocumentPageProps) {
  const { id, title, kind, createdAt, isCut, isLatest, history, suggestions } = document
  const body = useRef<HTMLDivElement>(null)
  const copyAnnouncement = useCopyButtons(body)
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">{title}</h1>
        <a className="button small" href={paths.documentExport(id, createdAt)} download>
          Download
        </a>
      </header>
      <div ref={body} className="pane-body">
        <p className="sr-only" role="status">
          {copyAnnouncement}
        </p>
        <div className="page-column">
          {failure && (
            <p role="alert" className="note bad">
              {failure}
            </p>
          )}
          {!isLatest && (
            <Form method="post" className="note">
              <input type="hidden" name="version" value={createdAt} />
              This is an earlier version.
              <button type="submit" className="button small" name="intent" value="restore">
                Restore
              </button>
              <Link to={paths.document(id)}>Show the newest version</Link>
            </Form>
          )}
          <SuggestionList suggestions={suggestions} />
          <article className="document" aria-label={documentKind(kind).label}>
            <DocumentContent document={document} />
          </article>
          {isCut && (
            <p className="note">
              This page shows the beginning of the document. The download has all of it.
            </p>
          )}
          <VersionList id={id} history={history} shownVersion={createdAt} />
        </div>
      </div>
    </>
  )
}
