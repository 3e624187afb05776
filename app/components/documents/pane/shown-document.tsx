import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import type { TextRange } from '#core/documents/anchors/text-range.ts'
import type { DocumentDraft } from '#hooks/chat/document-drafts.ts'
import type { SuggestionsState } from '#hooks/documents/use-suggestions.ts'
import { documentKind } from '../../chat/document-card.tsx'
import { ProgramRuns } from '../code/run/program-runs.tsx'
import { DocumentContent } from '../document-content.tsx'
import type { DocumentData } from '../document-data.ts'
import { EditorHost } from '../editing/editor-host.tsx'
import type { Editing } from '../editing/use-editing.ts'

type ShownDocumentProps = {
  id: string
  chatId: string | null
  document: DocumentData | null
  /** What a reply writes, where that is shown in place of the document. */
  draft: DocumentDraft | undefined
  isLive: boolean
  editing: Editing | null
  suggestions: PlacedSuggestion[]
  suggestionsState: Pick<SuggestionsState, 'accept' | 'dismiss'>
  onSelect(range: TextRange | null): void
}

/**
 * The content of a document: in its editor, in its reading view, or as a reply writes
 * it. The editor stays, hidden, while a draft is watched, with all that can be undone in it.
 */
export function ShownDocument(props: ShownDocumentProps) {
  const { id, document, draft, isLive, editing } = props
  const kind = draft?.kind ?? document?.kind
  if (!draft && !document) return <p className="note">The AI is about to write this document.</p>
  const { label } = documentKind(kind)
  return (
    <article className="document" aria-label={label} aria-busy={(draft && isLive) || undefined}>
      <ProgramRuns key={id}>
        {/* The headings of a text begin at the third level, as those of a message do. */}
        {!props.chatId && <h2 className="sr-only">{label}</h2>}
        {draft && kind !== 'image' && (
          <DocumentContent
            document={{
              ...{ id, title: draft.title, kind: kind ?? 'text', content: draft.content },
              ...{ isCut: false, createdAt: '' },
            }}
            isLive={isLive}
          />
        )}
        {document && (
          <div hidden={draft !== undefined}>
            {editing?.mode === 'edit' ? (
              <EditorHost
                kind={document.kind}
                documentId={id}
                title={editing.snapshot.title}
                buffer={editing.buffer}
                suggestions={props.suggestions}
                onChange={editing.edited}
                onAccept={props.suggestionsState.accept}
                onDismiss={props.suggestionsState.dismiss}
                onSelect={props.onSelect}
              >
                <DocumentContent document={{ ...document, ...readable(editing) }} />
              </EditorHost>
            ) : (
              <DocumentContent
                document={{ ...document, ...(editing && readable(editing)) }}
                chatId={props.chatId ?? document.chat?.id ?? null}
              />
            )}
          </div>
        )}
      </ProgramRuns>
    </article>
  )
}

/** What the reading view shows of what is edited: as much as a page is given. */
function readable({ buffer, snapshot }: Editing) {
  const content = buffer.last()
  return {
    title: snapshot.title,
    content: content.slice(0, SHOWN_CHARACTERS),
    isCut: content.length > SHOWN_CHARACTERS,
  }
}

/** Characters of a long document that are formatted to be read. */
const SHOWN_CHARACTERS = 400_000
