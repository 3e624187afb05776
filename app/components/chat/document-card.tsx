import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon, type IconName } from '../icon.tsx'

const KINDS: Record<string, { label: string; icon: IconName }> = {
  text: { label: 'Text', icon: 'document' },
  code: { label: 'Code', icon: 'code' },
  sheet: { label: 'Sheet', icon: 'sheet' },
  image: { label: 'Image', icon: 'image' },
}

const RESULTS: Record<string, string> = {
  createDocument: 'written',
  updateDocument: 'revised',
  requestSuggestions: 'with suggestions',
}

/** The label and icon of a kind of document. */
export function documentKind(kind: string) {
  return KINDS[kind] ?? { label: 'Document', icon: 'document' as const }
}

/** The output of a tool that has written a document. */
export type DocumentResult = { id: string; title: string; kind: string; message?: string }

/** A document that a tool has written, as a link to its page. */
export function DocumentCard({ document, tool }: { document: DocumentResult; tool: string }) {
  const { label, icon } = documentKind(document.kind)
  return (
    <Link className="card document-card" to={paths.document(document.id)}>
      <Icon name={icon} />
      <span>
        <strong>{document.title}</strong>
        <small>
          {label} {RESULTS[tool]}
        </small>
      </span>
    </Link>
  )
}
