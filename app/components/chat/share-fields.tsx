import { useRef } from 'react'
import { paths } from '#app/paths.ts'
import { Icon } from '../icon.tsx'
import { showToast } from '../ui/toast.ts'
import { documentKind } from './document-card.tsx'

export type ShareState = {
  id: string
  visibility: 'private' | 'public'
  /** Some of the chat, the last changed first. */
  documents: { id: string; title: string; kind: string }[]
  documentCount: number
  /** Those that readers of the chat may read. */
  shared: 'all' | string[]
}

type ShareFieldsProps = { chat: ShareState }

/** The content of the form that shares a chat: its present state, the documents, and the buttons. */
export function ShareFields({ chat }: ShareFieldsProps) {
  const isPublic = chat.visibility === 'public'
  return (
    <>
      <p>
        {isPublic
          ? 'Anyone with the link can read this chat, also what is still to be written in it.'
          : 'Only you can read this chat. A link lets anyone who has it read along.'}
      </p>
      <input type="hidden" name="intent" value="share" />
      {chat.documentCount > 0 && <DocumentFields chat={chat} key={String(chat.shared)} />}
      <p className="row">
        {(!isPublic || chat.documentCount > 0) && (
          <button type="submit" className="button primary" name="visibility" value="public">
            {isPublic ? 'Save the choice' : 'Create link'}
          </button>
        )}
        {isPublic && (
          <button type="submit" className="button" name="visibility" value="private">
            Stop sharing
          </button>
        )}
      </p>
    </>
  )
}

function DocumentFields({ chat: { documents, documentCount, shared } }: { chat: ShareState }) {
  const isChosen = shared !== 'all' && shared.length > 0
  const chosen = useRef<HTMLInputElement>(null)
  return (
    <fieldset className="share-documents">
      <legend>Documents of this chat</legend>
      <label>
        <input
          type="radio"
          name="documents"
          value="none"
          defaultChecked={shared !== 'all' && !isChosen}
        />
        Share none
      </label>
      <label>
        <input type="radio" name="documents" value="all" defaultChecked={shared === 'all'} />
        Share all of them, also later ones
      </label>
      <label>
        <input
          ref={chosen}
          type="radio"
          name="documents"
          value="chosen"
          defaultChecked={isChosen}
        />
        Share these:
      </label>
      {/* Whoever ticks a document means to share "these". */}
      <ul onChange={() => chosen.current?.click()}>
        {documents.map(({ id, title, kind }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                name={`document ${id}`}
                defaultChecked={shared !== 'all' && shared.includes(id)}
              />
              <Icon name={documentKind(kind).icon} />
              <span>{title}</span>
            </label>
          </li>
        ))}
      </ul>
      {documentCount > documents.length && (
        <p className="note">The last {documents.length} that were changed can be chosen here.</p>
      )}
    </fieldset>
  )
}

/** The link of a public chat, to be copied; it is selected where there is no clipboard. */
export function ShareLink({ chatId, origin }: { chatId: string; origin: string }) {
  const field = useRef<HTMLInputElement>(null)
  async function copy() {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(origin + paths.chat(chatId))
      showToast({ text: 'Link copied' })
    } catch {
      // Plain http has no clipboard; what is selected can be copied in the old way.
      const isCopied = document.execCommand('copy')
      showToast({
        text: isCopied ? 'Link copied' : 'The link is selected. Copy it with the keyboard.',
      })
    }
  }
  return (
    <p className="row share-link">
      <input
        ref={field}
        type="text"
        readOnly
        aria-label="Link of this chat"
        value={origin + paths.chat(chatId)}
      />
      <button type="button" className="button needs-js" onClick={copy}>
        Copy link
      </button>
    </p>
  )
}
