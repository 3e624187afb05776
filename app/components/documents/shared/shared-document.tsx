import { Link } from '@remix-run/react'
import { type ReactNode, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import { documentKind } from '../../chat/document-card.tsx'
import { ProgramRuns } from '../code/run/program-runs.tsx'
import { DocumentContent, type ShownVersion } from '../document-content.tsx'

/** The newest version of a document of a public chat, as its readers are given it. */
export type SharedDocumentData = ShownVersion & {
  /** The chat with which it is shared. */
  chat: { id: string; title: string } | null
}

type SharedDocumentProps = {
  document: SharedDocumentData
  /** Whether it is shown beside the chat, which then has the heading of the page. */
  isBesideChat?: boolean
  /** What stands before and after the title. */
  before?: ReactNode
  after?: ReactNode
}

/** A document that somebody shares: to be read and downloaded. */
export function SharedDocument({
  document,
  isBesideChat = false,
  before,
  after,
}: SharedDocumentProps) {
  const { id, title, kind, isCut, createdAt, chat } = document
  const body = useRef<HTMLDivElement>(null)
  const copyAnnouncement = useCopyButtons(body)
  const Title = isBesideChat ? 'h2' : 'h1'
  return (
    <>
      <header className="pane-header">
        {before}
        <Title className="pane-title">{title}</Title>
        <a className="button small" href={paths.documentExport(id, createdAt)} download>
          Download
        </a>
        {after}
      </header>
      <div ref={body} className="pane-body">
        <p className="sr-only" role="status">
          {copyAnnouncement}
        </p>
        <div className="page-column" data-kind={kind}>
          <p className="note">
            Shared document, to be read only.
            {chat && !isBesideChat && (
              <Link to={paths.chatDocument(chat.id, id)}>Show it in its chat</Link>
            )}
          </p>
          {/* The headings of a text begin at the third level, as in a chat. */}
          {!isBesideChat && <h2 className="sr-only">Content</h2>}
          <article className="document" aria-label={documentKind(kind).label}>
            <ProgramRuns>
              <DocumentContent document={document} />
            </ProgramRuns>
          </article>
          {isCut && (
            <p className="note">
              This page shows the beginning of the document. The download has all of it.
            </p>
          )}
        </div>
      </div>
    </>
  )
}
