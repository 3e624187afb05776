import { isRouteErrorResponse, useParams } from '@remix-run/react'
import { useChatContext } from '../../chat/chat-context.ts'
import type { DocumentData } from '../document-data.ts'
import { SharedDocument, type SharedDocumentData } from '../shared/shared-document.tsx'
import { CloseLink, DocumentPane } from './document-pane.tsx'
import { DocumentView } from './document-view.tsx'

type ChatDocumentProps = {
  id: string
  document: DocumentData | null
  /** What a reader of a shared chat is given instead. */
  shared: SharedDocumentData | null
}

/** A document in the pane beside its chat. */
export function ChatDocument({ id, document, shared }: ChatDocumentProps) {
  const { chatId, drafts } = useChatContext()
  if (shared) {
    return (
      <DocumentPane chatId={chatId} documentId={id}>
        <SharedDocument
          key={id}
          document={shared}
          isBesideChat
          after={<CloseLink chatId={chatId} />}
        />
      </DocumentPane>
    )
  }
  return (
    <DocumentPane chatId={chatId} documentId={id}>
      <DocumentView
        key={id}
        id={id}
        document={document}
        chatId={chatId}
        drafts={drafts}
        after={<CloseLink chatId={chatId} />}
      />
    </DocumentPane>
  )
}

/** What the pane shows of a document that cannot be shown. */
export function ChatDocumentError({ error }: { error: unknown }) {
  const { chatId, documentId } = useParams()
  if (!chatId || !documentId) return null
  const detail =
    isRouteErrorResponse(error) && typeof error.data?.detail === 'string'
      ? error.data.detail
      : 'The document could not be shown. Reload the page.'
  return (
    <DocumentPane chatId={chatId} documentId={documentId}>
      <header className="pane-header">
        <h2 className="pane-title">No document</h2>
        <CloseLink chatId={chatId} />
      </header>
      <p role="alert" className="pane-body note">
        {detail}
      </p>
    </DocumentPane>
  )
}
