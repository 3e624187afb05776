import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'

type VersionListProps = { id: string; history: string[]; shown: string }

/** Every version of a document, newest first. */
export function VersionList({ id, history, shown }: VersionListProps) {
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
              aria-current={createdAt === shown ? 'true' : undefined}
            >
              <time dateTime={createdAt}>{timeText(createdAt, hydrated)}</time>
            </Link>
          </li>
        ))}
      </ol>
    </details>
  )
}

/** In the reader's own time where it is known, else in UTC. */
function timeText(createdAt: string, hydrated: boolean): string {
  if (hydrated) return new Date(createdAt).toLocaleString()
  return `${createdAt.slice(0, 16).replace('T', ' ')} UTC`
}
