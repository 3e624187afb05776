import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'

type VersionListProps = { id: string; history: string[]; shownVersion: string }

/** The versions of a document, newest first; not shown for a document with only one. */
export function VersionList({ id, history, shownVersion }: VersionListProps) {
  const hydrated = useHydrated()
  if (history.length < 2) return null
  return (
    <details className="versions">
      <summary>{history.length} versions</summary>
      <ol reversed>
        {history.map((createdAt) => (
          <li key={createdAt}>
            <Link
              to={paths.documentVersion(id, createdAt)}
              aria-current={createdAt === shownVersion ? 'true' : undefined}
            >
              <time dateTime={createdAt}>{formatTime(createdAt, hydrated)}</time>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** The server does not know the reader's time zone: it renders UTC, and the browser its local time. */
function formatTime(createdAt: string, hydrated: boolean): string {
  if (hydrated) return new Date(createdAt).toLocaleString()
  return `${createdAt.slice(0, 16).replace('T', ' ')} UTC`
}
