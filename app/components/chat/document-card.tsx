import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { paths } from '#app/paths.ts'
import { useDocumentDraft } from '#hooks/chat/use-document-draft.ts'
import { warmEditor } from '../documents/editing/editor-modules.ts'
import { Icon, type IconName } from '../icon.tsx'
import { useChatContext } from './chat-context.ts'

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

/** Characters of a document that its card shows, and while it is written. */
const PREVIEW_LENGTH = 280
const DRAFT_PREVIEW_LENGTH = 600

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

type DocumentCardProps = { document: DocumentResult; tool: string }

/** A document that a tool has written, as a link that opens it: how it begins, its kind and version. */
export function DocumentCard({ document, tool }: DocumentCardProps) {
  const { drafts, documents, isForeign } = useChatContext()
  const id = document.id.toLowerCase()
  const stored = documents[id]
  // Written since the page was loaded.
  const draft = useDocumentDraft(drafts, id)
  const kind = stored?.kind ?? document.kind
  const { label, icon } = documentKind(kind)
  const versions = draft ? null : stored?.versions
  if (isForeign ? !stored : stored === null && !draft) {
    return (
      <div className="card document-card">
        <Icon name={icon} />
        <span>
          <strong>{document.title}</strong>
          <small>
            {label} · {isForeign ? 'not shared' : 'deleted, or not included'}
          </small>
        </span>
      </div>
    )
  }
  const beginning = draft ? draft.content.slice(0, PREVIEW_LENGTH) : stored?.preview
  return (
    <CardLink id={id} kind={kind}>
      <Icon name={icon} />
      <span>
        <strong>{stored?.title ?? document.title}</strong>
        <small>
          {label}
          {versions ? ` · Version ${versions}` : ` ${RESULTS.get(tool) ?? ''}`}
        </small>
      </span>
      {stored && kind === 'image' && !draft && (
        <img
          className="card-image"
          src={paths.documentExport(id, stored.createdAt)}
          alt=""
          loading="lazy"
        />
      )}
      {beginning && <Beginning text={beginning} kind={kind} />}
    </CardLink>
  )
}

/** A document while a tool writes it: its latest lines, and a link that shows all of it. */
export function DraftCard({ id, title }: { id: string; title: string }) {
  const { drafts } = useChatContext()
  const draft = useDocumentDraft(drafts, id)
  return (
    <CardLink id={id} kind={draft?.kind}>
      <Icon name={documentKind(draft?.kind).icon} />
      <span>
        <strong>{title}</strong>
        <small className="pulse">{draft?.kind === 'image' ? 'Drawing…' : 'Writing…'}</small>
      </span>
      {draft?.content && (
        <span className="card-preview card-draft" aria-hidden="true">
          {draft.content.slice(-DRAFT_PREVIEW_LENGTH)}
        </span>
      )}
    </CardLink>
  )
}

/** A link that opens a document beside its chat; where the chat shows older messages, which would go, on its own page. */
function CardLink({ id, kind, children }: { id: string; kind: unknown; children: ReactNode }) {
  const { chatId, readOnly, isOlder } = useChatContext()
  const to = isOlder ? paths.document(id) : paths.chatDocument(chatId, id)
  const warm = readOnly ? undefined : () => warmEditor(kind)
  return (
    <Link
      className="card document-card"
      to={to}
      preventScrollReset
      prefetch="intent"
      onPointerEnter={warm}
      onFocus={warm}
    >
      {children}
    </Link>
  )
}

/** The first lines of a document, without the marks of Markdown. */
function Beginning({ text, kind }: { text: string; kind: unknown }) {
  const shown = kind === 'text' ? text.replace(/^ {0,3}(?:#{1,6}|>|[-*+]) |[*_`]{1,3}/gm, '') : text
  return (
    <span className={kind === 'text' ? 'card-preview' : 'card-preview mono'} aria-hidden="true">
      {shown.trim()}
    </span>
  )
}
