import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { LibraryDocument } from '#core/library/list-library.ts'
import { documentKind } from '../chat/document-card.tsx'
import { warmEditor } from '../documents/editing/editor-modules.ts'
import { VersionTime } from '../documents/versions/version-time.tsx'
import { counted } from '../documents/versions/version-words.ts'
import { Icon } from '../icon.tsx'
import { CardMenu } from './card-menu.tsx'
import { CardPreview } from './card-preview.tsx'

/** A document of the library: how it begins, its facts, its chat and what can be done with it. */
export function LibraryCard({ document, here }: { document: LibraryDocument; here: string }) {
  const { id, title, kind, updatedAt, versions, chatId, chatTitle } = document
  const { label, icon } = documentKind(kind)
  return (
    <li className="library-card">
      <Link
        to={paths.document(id)}
        className="library-open"
        prefetch="intent"
        onPointerEnter={() => warmEditor(kind)}
        onFocus={() => warmEditor(kind)}
      >
        <CardPreview document={document} />
        <span className="library-title">
          <Icon name={icon} />
          <strong>{title}</strong>
        </span>
      </Link>
      <div className="library-facts">
        <p>
          {label} · <VersionTime createdAt={updatedAt} /> · {counted(versions, 'version')}
          {chatId && (
            <>
              <br />
              <Link
                to={paths.chatDocument(chatId, id)}
                aria-label={`In the chat ${chatTitle ?? ''}`}
              >
                {chatTitle ?? 'Chat'}
              </Link>
            </>
          )}
        </p>
        <CardMenu document={document} here={here} />
      </div>
    </li>
  )
}
