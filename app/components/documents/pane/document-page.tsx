import { SidebarButton } from '../../sidebar/sidebar.tsx'
import type { DocumentData } from '../document-data.ts'
import { DocumentView } from './document-view.tsx'

type DocumentPageProps = { document: DocumentData; failure: string | undefined }

/** A document on a page of its own. */
export function DocumentPage({ document, failure }: DocumentPageProps) {
  return (
    <DocumentView
      // What is edited of one document is not carried over to the next, a copy of it for example.
      key={document.id}
      id={document.id}
      document={document}
      chatId={null}
      failure={failure}
      before={<SidebarButton />}
    />
  )
}
