import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useFileDrop } from '#hooks/use-file-drop.ts'
import { useFileUploads } from '#hooks/use-file-uploads.ts'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { DeletedDocuments } from './deleted-documents.tsx'
import { LibraryCard } from './library-card.tsx'
import type { LibraryData } from './library-data.ts'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryNotice } from './library-notice.tsx'
import { UploadForm, UploadOutcome } from './upload-form.tsx'

type LibraryPageProps = {
  library: LibraryData
  /** What has become of a form that was not wholly accepted. */
  outcome: { message: string } | { uploaded: number; refused: Refused[] } | null
}

type Refused = { name: string; reason: string }

/** All documents of a user, the last changed first. */
export function LibraryPage({ library, outcome }: LibraryPageProps) {
  const { documents, hasMore, isOlder, query, chatTitle, deleted, notice } = library
  const { before: _, ...filters } = query
  const here = paths.documents(query)
  const last = documents.at(-1)
  const uploads = useFileUploads(paths.documentsUpload())
  const drop = useFileDrop(uploads.add)
  const uploaded = outcome && 'refused' in outcome ? { ...outcome, waiting: 0 } : uploads
  const failure = outcome && 'message' in outcome ? outcome.message : undefined
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Documents</h1>
        {documents.length > 0 && (
          <a className="button small" href={paths.documentsExport()} download>
            Download all
          </a>
        )}
      </header>
      <div className="pane-body" {...drop.handlers} data-dropping={drop.isOver || undefined}>
        <div className="page-column library">
          <div className="library-upload">
            <UploadForm uploads={uploads} />
            <UploadOutcome {...uploaded} />
          </div>
          <LibraryNotice notice={notice} failure={failure} here={here} />
          <LibraryFilters query={filters} />
          {query.chat && (
            <p className="note">
              {chatTitle === null ? (
                'The chat is not there any more.'
              ) : (
                <span>
                  Documents of the chat <Link to={paths.chat(query.chat)}>{chatTitle}</Link>
                </span>
              )}
              <Link to={paths.documents({ ...filters, chat: undefined })}>Show all documents</Link>
            </p>
          )}
          {isOlder && (
            <p>
              <Link className="button small" to={paths.documents(filters)}>
                Newest
              </Link>
            </p>
          )}
          {documents.length > 0 ? (
            <ul className="library-list">
              {documents.map((document) => (
                <LibraryCard key={document.id} document={document} here={here} />
              ))}
            </ul>
          ) : (
            <EmptyLibrary query={query} />
          )}
          {hasMore && last && (
            <p>
              <Link className="button" to={paths.documents({ ...filters, before: last.id })}>
                Older
              </Link>
            </p>
          )}
          <DeletedDocuments documents={deleted} here={here} />
        </div>
      </div>
    </>
  )
}

function EmptyLibrary({ query: { q, kind, chat, before } }: { query: LibraryData['query'] }) {
  if (q) return <p className="note">No documents match “{q}”.</p>
  if (before) return <p className="note">There are no older documents.</p>
  if (kind || chat) return <p className="note">There are no such documents.</p>
  return (
    <section className="library-empty">
      <h2>No documents yet</h2>
      <p>
        Ask for an essay, a script or a table in a <Link to={paths.newChat()}>chat</Link>: what the
        AI writes is kept here, with all its versions. Or upload a file.
      </p>
    </section>
  )
}
