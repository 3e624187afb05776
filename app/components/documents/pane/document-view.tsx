import { type ReactNode, useRef } from 'react'
import { paths } from '#app/paths.ts'
import type { DocumentDrafts } from '#hooks/chat/document-drafts.ts'
import { useDocumentDraft } from '#hooks/chat/use-document-draft.ts'
import { useCopyButtons } from '#hooks/use-copy-buttons.ts'
import type { DocumentData } from '../document-data.ts'
import { DocumentPlaceProvider } from '../document-place.tsx'
import { AskPart } from '../suggestions/ask-part.tsx'
import { SuggestButton } from '../suggestions/suggest-button.tsx'
import { SuggestionsSection } from '../suggestions/suggestions-section.tsx'
import { VersionBar } from '../versions/version-bar.tsx'
import { VersionList } from '../versions/version-list.tsx'
import { ConflictPanel } from './conflict-panel.tsx'
import { DocumentHeader } from './document-header.tsx'
import { ShownDocument } from './shown-document.tsx'
import { useFollowedEnd } from './use-followed-end.ts'
import { useOpenDocumentState } from './use-open-document-state.ts'
import { useSaveKey } from './use-save-key.ts'
import { useStoredVersion } from './use-stored-version.ts'
import { useWatchedDraft } from './use-watched-draft.tsx'

export type DocumentViewProps = {
  id: string
  /** Null while a reply writes its first version. */
  document: DocumentData | null
  /** The chat beside which the document is shown; null on a page of its own. */
  chatId: string | null
  /** What the replies of the chat write. */
  drafts?: DocumentDrafts
  failure?: string | undefined
  /** What stands before and after the title. */
  before?: ReactNode
  after?: ReactNode
}

/**
 * A document with its title, its actions and its versions. Its newest version is open
 * to be edited; what a reply writes of it is shown as it comes.
 */
export function DocumentView(props: DocumentViewProps) {
  const { id, document, chatId, drafts, failure } = props
  const here = chatId ? paths.chatDocument(chatId, id) : paths.document(id)
  const draft = useDocumentDraft(drafts, id)
  const isDraftNewer = useStoredVersion(draft, document !== null)
  const body = useRef<HTMLDivElement>(null)
  const copyAnnouncement = useCopyButtons(body)
  const isLive = draft?.state === 'writing'
  const { editing, whole, suggestionsState, suggestions, range, setRange, ask } =
    useOpenDocumentState({ id, document, here })
  const watched = useWatchedDraft({ isLive, isDraftNewer, editing, body })
  const shownDraft = watched.isShown ? draft : undefined
  useFollowedEnd(body, isLive && watched.isShown, draft?.content)
  useSaveKey(editing?.session.flush)
  const stored = shownDraft ? null : document
  const title = shownDraft?.title || editing?.snapshot.title || document?.title || 'Document'
  const newest = stored?.isLatest && stored.kind !== 'image' ? stored : null
  const content = editing ? suggestions.stored.content : (newest?.content ?? '')
  return (
    <DocumentPlaceProvider value={{ documentId: id, chatId }}>
      <DocumentHeader
        Title={chatId ? 'h2' : 'h1'}
        title={title}
        stored={stored}
        editing={stored && editing}
        chat={chatId ? null : (document?.chat ?? null)}
        before={props.before}
        after={props.after}
      />
      <div ref={body} className="pane-body">
        <p className="sr-only" role="status">
          {copyAnnouncement}
        </p>
        <div className="page-column" data-kind={document?.kind ?? draft?.kind}>
          {failure && (
            <p role="alert" className="note bad">
              {failure}
            </p>
          )}
          {editing?.snapshot.conflict && (
            <ConflictPanel
              conflict={editing.snapshot.conflict}
              onResolve={(choices, title) => {
                editing.session.resolveConflict(choices, title)
                // The button that was pressed is gone.
                editing.buffer.focus()
              }}
            />
          )}
          {stored && (
            <div className="document-tools">
              <VersionBar document={stored} />
              {newest && <SuggestButton isEmpty={content.trim() === ''} state={suggestionsState} />}
            </div>
          )}
          {newest && (
            <SuggestionsSection
              isCompact={editing?.mode === 'edit'}
              content={content}
              state={suggestionsState}
            />
          )}
          {watched.note}
          <ShownDocument
            id={id}
            chatId={chatId}
            document={document}
            draft={shownDraft}
            isLive={isLive}
            editing={editing}
            suggestions={suggestions.shown}
            suggestionsState={suggestionsState}
            onSelect={setRange}
          />
          {stored?.isCut && !editing && (
            <p className="note">
              This page shows the beginning of the document. The download has all of it.
              {whole?.hasFailed && (
                <>
                  {' '}
                  The rest could not be loaded.
                  <button type="button" className="button small" onClick={whole.retry}>
                    Try again
                  </button>
                </>
              )}
            </p>
          )}
          {stored && <VersionList history={stored.history} shownVersion={stored.createdAt} />}
        </div>
      </div>
      {newest && (
        <AskPart
          kind={newest.kind}
          length={editing ? editing.buffer.last().length : newest.content.length}
          range={editing?.mode === 'edit' ? range : null}
          isBusy={suggestionsState.isBusy}
          onAsk={ask}
        />
      )}
    </DocumentPlaceProvider>
  )
}
