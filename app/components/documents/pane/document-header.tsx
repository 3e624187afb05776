import { Link } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { paths } from '#app/paths.ts'
import { documentKind } from '../../chat/document-card.tsx'
import type { DocumentData } from '../document-data.ts'
import { useDocumentPlace } from '../document-place.tsx'
import type { Editing } from '../editing/use-editing.ts'
import { DocumentMenu } from './document-menu.tsx'
import { DocumentTitle } from './document-title.tsx'
import { SaveState } from './save-state.tsx'

type DocumentHeaderProps = {
  Title: 'h1' | 'h2'
  title: string
  /** The stored version that is shown; null while a draft is. */
  stored: DocumentData | null
  editing: Editing | null
  /** The chat that has a part in the document, where that is not beside it. */
  chat: DocumentData['chat']
  /** What stands before the title and at the end of the bar. */
  before?: ReactNode
  after?: ReactNode
}

/** The bar of a document: its title, how far it is saved, and what can be done with it. */
export function DocumentHeader(props: DocumentHeaderProps) {
  const { Title, title, stored, editing, chat } = props
  const [isRenaming, setIsRenaming] = useState(false)
  return (
    <header className="pane-header document-header">
      {props.before}
      <div className="document-heading">
        <DocumentTitle
          Tag={Title}
          title={title}
          onRename={editing ? editing.session.rename : undefined}
          isEditing={isRenaming}
          onEditing={setIsRenaming}
        />
        <p className="document-state">
          {editing ? (
            <SaveState snapshot={editing.snapshot} onSaveCopy={editing.saveCopy} />
          ) : (
            stored && documentKind(stored.kind).label
          )}
          {chat && (
            <>
              {' · '}
              <Link to={paths.chatDocument(chat.id, stored?.id ?? '')}>Chat: {chat.title}</Link>
            </>
          )}
        </p>
      </div>
      {stored && (
        <div className="header-tools">
          {editing && <EditingTools editing={editing} />}
          {stored.isLatest && <PlainEditLink id={stored.id} />}
          <DocumentMenu stored={stored} editing={editing} onRename={() => setIsRenaming(true)} />
        </div>
      )}
      {props.after}
    </header>
  )
}

/** Without JavaScript a document is edited in a form of its own. */
function PlainEditLink({ id }: { id: string }) {
  const { here } = useDocumentPlace()
  return (
    <noscript>
      <a className="button small" href={paths.documentEdit(id, here)}>
        Edit
      </a>
    </noscript>
  )
}

function EditingTools({ editing }: { editing: Editing }) {
  const { mode, setMode, session, snapshot } = editing
  const isSaved = snapshot.status === 'saved' || snapshot.status === 'conflict'
  return (
    <>
      <button
        type="button"
        className="button small"
        aria-keyshortcuts="Control+S Meta+S"
        aria-disabled={isSaved}
        onClick={() => void session.flush()}
      >
        Save
      </button>
      <fieldset className="mode-switch">
        <legend className="sr-only">Edit or read</legend>
        {(['edit', 'read'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={mode === each}
            onClick={() => setMode(each)}
          >
            {each === 'edit' ? 'Edit' : 'Read'}
          </button>
        ))}
      </fieldset>
    </>
  )
}
