import { Form } from '@remix-run/react'
import { createContext, type FormEvent, type ReactNode, useContext } from 'react'
import { paths } from '#app/paths.ts'

/** Where a document is shown: in the pane of a chat, or on a page of its own. */
type DocumentPlace = {
  documentId: string
  /** The chat beside which it is shown; null on its own page. */
  chatId: string | null
}

const PlaceContext = createContext<DocumentPlace | null>(null)

export const DocumentPlaceProvider = PlaceContext.Provider

/** Addresses that keep the reader where the document is shown. */
export function useDocumentPlace() {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('useDocumentPlace must be used inside a DocumentPlaceProvider.')
  const { documentId, chatId } = place
  const here = chatId ? paths.chatDocument(chatId, documentId) : paths.document(documentId)
  return {
    ...place,
    /** The newest version. */
    here,
    /** Where the forms of a document go. */
    action: paths.document(documentId),
    version: (createdAt: string, versionsBefore?: string) =>
      `${here}${paths.versionQuery(createdAt, versionsBefore)}`,
  }
}

type DocumentFormProps = {
  className?: string
  'aria-label'?: string
  onSubmit?(event: FormEvent<HTMLFormElement>): void
  children: ReactNode
}

/** A form of a document; the browser then comes back to where the document is shown. */
export function DocumentForm({ children, ...props }: DocumentFormProps) {
  const { action, here } = useDocumentPlace()
  return (
    <Form method="post" action={action} preventScrollReset {...props}>
      <input type="hidden" name="redirectTo" value={here} />
      {children}
    </Form>
  )
}
