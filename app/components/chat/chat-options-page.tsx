import { Form, Link, useNavigation } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { counted } from '../documents/versions/version-words.ts'
import { Icon } from '../icon.tsx'
import { ChatInstructions } from '../settings/chat-instructions.tsx'
import { SidebarButton } from '../sidebar/sidebar.tsx'
import { documentKind } from './document-card.tsx'
import { ShareFields, ShareLink, type ShareState } from './share-fields.tsx'

type ChatOptionsPageProps = {
  chat: ChatOptions
}

export type ChatOptions = ShareState & {
  title: string
  /** Of the service, for the link of the chat. */
  origin: string
  isPinned: boolean
  isArchived: boolean
  /** A temporary chat can be neither shared nor listed. */
  isTemporary: boolean
  /** What its replies should follow. */
  instructions: string | null
}

/** The page where an owner renames, shares, exports or deletes a chat. */
export function ChatOptionsPage({ chat }: ChatOptionsPageProps) {
  const action = paths.chat(chat.id)
  const isBusy = useNavigation().state === 'submitting'
  return (
    <>
      <header className="pane-header">
        <SidebarButton />
        <h1 className="pane-title">Options</h1>
        <Link className="button small" to={action}>
          Back to the chat
        </Link>
      </header>
      <div className="pane-body">
        <div className="page-column chat-options">
          <Form method="post" action={action} key={chat.id}>
            <label htmlFor="title">Title</label>
            <div className="row">
              <input id="title" name="title" defaultValue={chat.title} required maxLength={200} />
              <button
                type="submit"
                className="button primary"
                name="intent"
                value="rename"
                aria-disabled={isBusy}
              >
                Rename
              </button>
            </div>
          </Form>
          <ChatInstructions chatId={chat.id} instructions={chat.instructions} />
          {!chat.isTemporary && (
            <Form method="post" action={action} id="sharing">
              <h2>Sharing</h2>
              <input type="hidden" name="redirectTo" value={paths.chatOptions(chat.id)} />
              {chat.visibility === 'public' && <ShareLink chatId={chat.id} origin={chat.origin} />}
              <ShareFields chat={chat} />
            </Form>
          )}
          {!chat.isTemporary && <ListForm chat={chat} />}
          {chat.documentCount > 0 && <ChatDocuments chat={chat} />}
          <section aria-labelledby="export-heading">
            <h2 id="export-heading">Export</h2>
            <p className="row">
              <a className="button" href={paths.printedChat(chat.id)}>
                Print
              </a>
              <a className="button" href={paths.chatExport(chat.id, 'markdown')} download>
                Markdown
              </a>
              <a className="button" href={paths.chatExport(chat.id, 'json')} download>
                JSON
              </a>
            </p>
          </section>
          <details>
            <summary>Delete this chat…</summary>
            <Form method="post" action={action}>
              <p>Its messages and votes are deleted with it. This cannot be undone.</p>
              {chat.documentCount > 0 && <DocumentChoice count={chat.documentCount} />}
              <button type="submit" className="button danger" name="intent" value="delete">
                Delete permanently
              </button>
            </Form>
          </details>
        </div>
      </div>
    </>
  )
}

/** Pins and archives the chat, as the menu of the list does with JavaScript. */
function ListForm({ chat }: { chat: ChatOptions }) {
  const { id, isPinned, isArchived } = chat
  return (
    <Form method="post" action={paths.chat(id)}>
      <h2>In the list of chats</h2>
      <input type="hidden" name="redirectTo" value={paths.chatOptions(id)} />
      <p className="row">
        <button type="submit" className="button" name="intent" value={isPinned ? 'unpin' : 'pin'}>
          {isPinned ? 'Unpin' : 'Pin'}
        </button>
        <button
          type="submit"
          className="button"
          name="intent"
          value={isArchived ? 'restore' : 'archive'}
        >
          {isArchived ? 'Restore' : 'Archive'}
        </button>
      </p>
    </Form>
  )
}

function ChatDocuments({ chat }: { chat: ChatOptions }) {
  const { id, documents, documentCount } = chat
  return (
    <section aria-labelledby="documents-heading">
      <h2 id="documents-heading">Documents</h2>
      <ul className="chat-documents">
        {documents.map((document) => (
          <li key={document.id}>
            <Link to={paths.chatDocument(id, document.id)}>
              <Icon name={documentKind(document.kind).icon} /> {document.title}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link className="button small" to={paths.documents({ chat: id })}>
          {documentCount > documents.length
            ? `Show all ${documentCount.toLocaleString('en')}`
            : 'Show with previews'}
        </Link>
      </p>
    </section>
  )
}

/** What becomes of the documents of a chat that is deleted. */
function DocumentChoice({ count }: { count: number }) {
  const documents = counted(count, 'document')
  return (
    <fieldset className="document-choice">
      <legend>This chat has {documents}.</legend>
      <label>
        <input type="radio" name="documents" value="keep" defaultChecked /> Keep{' '}
        {count === 1 ? 'it' : 'them'} in Documents
      </label>
      <label>
        <input type="radio" name="documents" value="delete" /> Delete {count === 1 ? 'it' : 'them'}{' '}
        too; for a day, {count === 1 ? 'it' : 'they'} can be restored in Documents
      </label>
    </fieldset>
  )
}
