import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon, type IconName } from '../icon.tsx'

const KINDS = new Map<unknown, { label: string; icon: IconName }>([
  ['text', { label: 'Text', icon: 'document' }],
  ['code', { label: 'Code', icon: 'code' }],
  ['sheet', { label: 'Sheet', icon: 'sheet' }],
  ['image', { label: 'Image', icon: 'image' }],
])

const RESULTS = new Map([
  ['createDocument', 'written'],
  ['updateDocument', 'revised'],
  ['requestSuggestions', 'with suggestions'],
])

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The label and icon of a kind of document; of anything else, those of a document. */
export function documentKind(kind: unknown): { label: string; icon: IconName } {
  return KINDS.get(kind) ?? { label: 'Document', icon: 'document' }
}

/** The output of a tool that has written a document. A client may have stored another kind. */
type DocumentResult = { id: string; title: string; kind?: unknown }

/** Whether the output of a tool is that of one which has written a document. */
export function isDocumentResult(output: unknown): output is DocumentResult {
  if (typeof output !== 'object' || output === null) return false
  const { id, title } = output as Record<string, unknown>
  // The address is made of the id: anything else could lead out of the documents.
  return typeof id === 'string' && UUID.test(id) && typeof title === 'string'
}

/** A document that a tool has written, as a link to its page. */
export function DocumentCard({ document, tool }: { document: DocumentResult; tool: string }) {
  const { label, icon } = documentKind(document.kind)
  return (
    <Link className="card document-card" to={paths.document(document.id)}>
      <Icon name={icon} />
      <span>
        <strong>{document.title}</strong>
        <small>
          {label} {RESULTS.get(tool)}
        </small>
      </span>
    </Link>
  )
}
