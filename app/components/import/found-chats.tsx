import { useState } from 'react'
import type { ParsedExport } from '#core/import/parse-export.ts'
import { counted } from '../documents/versions/version-words.ts'

type FoundChatsProps = {
  name: string
  found: ParsedExport
  onImport(chats: ParsedExport['chats']): void
  onCancel(): void
}

/** The chats of a file, of which all are chosen at first. */
export function FoundChats({ name, found, onImport, onCancel }: FoundChatsProps) {
  const { source, chats } = found
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const chosen = chats.filter((_, index) => !left.has(index))

  function toggle(index: number) {
    const next = new Set(left)
    if (!next.delete(index)) next.add(index)
    setLeft(next)
  }

  return (
    <section aria-label="Chats in the file" className="found-chats">
      <p role="status">
        {counted(chats.length, 'chat')} of {source} in {name}.
      </p>
      <label className="found-chat">
        <input
          type="checkbox"
          checked={left.size === 0}
          onChange={() => setLeft(new Set(left.size === 0 ? chats.keys() : []))}
        />
        <strong>All</strong>
      </label>
      <ul>
        {chats.map((chat, index) => (
          <li key={chat.id}>
            <label className="found-chat">
              <input type="checkbox" checked={!left.has(index)} onChange={() => toggle(index)} />
              <span>{chat.title}</span>
              <small>
                {counted(chat.messages.length, 'message')}
                {chat.isCut && ', the newest of more'} · {chat.createdAt.slice(0, 10)}
              </small>
            </label>
          </li>
        ))}
      </ul>
      <div className="row">
        <button
          type="button"
          className="button primary"
          disabled={chosen.length === 0}
          onClick={() => onImport(chosen)}
        >
          Import {counted(chosen.length, 'chat')}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </section>
  )
}
