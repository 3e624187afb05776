import { Form } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { documentKind } from '../chat/document-card.tsx'
import { VersionTime } from '../documents/versions/version-time.tsx'
import type { LibraryData } from './library-data.ts'
import { UndeleteForm } from './library-notice.tsx'

type DeletedDocumentsProps = { documents: LibraryData['deleted']; here: string }

/** The documents that were deleted in the last day, which can be brought back or deleted for good. */
export function DeletedDocuments({ documents, here }: DeletedDocumentsProps) {
  if (documents.length === 0) return null
  return (
    <details className="library-deleted">
      <summary>Recently deleted ({documents.length})</summary>
      <p className="note">
        Kept for a day after they were deleted. Until then they count towards your storage.
      </p>
      <ul>
        {documents.map(({ id, title, kind, deletedAt }) => (
          <li key={id}>
            <span>
              <strong>{title}</strong>{' '}
              <small className="muted">
                {documentKind(kind).label} · deleted <VersionTime createdAt={deletedAt} />
              </small>
            </span>
            <UndeleteForm keptId={id} here={here}>
              Restore
            </UndeleteForm>
            <Form method="post" action={paths.document(id)}>
              <input type="hidden" name="redirectTo" value={here} />
              <button
                type="submit"
                className="button small danger"
                name="intent"
                value="delete-forever"
              >
                Delete for good
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </details>
  )
}
