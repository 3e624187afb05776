import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { Icon, type IconName } from '../icon.tsx'
import type { DocumentResult } from './tool-part.tsx'

const KINDS: Record<string, { label: string; icon: IconName }> = {
  text: { label: 'Text', icon: 'document' },
  code: { label: 'Code', icon: 'code' },
  sheet: { label: 'Sheet', icon: 'sheet' },
  image: { label: 'Image', icon: 'image' },
}

const DONE: Record<string, string> = {
  createDocument: 'written',
  updateDocument: 'revised',
  requestSuggestions: 'with suggestions',
}

/** The name and icon of a kind of document. */
export function documentKind(kind: string) {
  return KINDS[kind] ?? { label: 'Document', icon: 'document' as const }
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
          {label} {DONE[tool]}
        </small>
      </span>
    </Link>
  )
}
