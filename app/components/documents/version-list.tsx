import { Link, useSearchParams } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'

/** Some versions of a document by their times, newest first, and whether there are others. */
export type VersionHistory = { versions: string[]; hasNewer: boolean; hasOlder: boolean }

type VersionListProps = { id: string; history: VersionHistory; shownVersion: string }

/**
 * The versions of a document, newest first, with links to those that are not
 * listed; not shown for a document with only one.
 */
export function VersionList({ id, history, shownVersion }: VersionListProps) {
  const hydrated = useHydrated()
  const [query] = useSearchParams()
  const before = query.get('versionsBefore') ?? undefined
  const { versions, hasNewer, hasOlder } = history
  const isWhole = !hasNewer && !hasOlder
  if (isWhole && versions.length < 2) return null
  // Numbers would begin with that of the newest version, which is not known here.
  const List = isWhole ? 'ol' : 'ul'
  return (
    <details className="versions" open={before !== undefined}>
      <summary>{isWhole ? `${versions.length} versions` : 'Versions'}</summary>
      <List {...(isWhole && { reversed: true })}>
        {versions.map((createdAt) => (
          <li key={createdAt}>
            <Link
              to={paths.documentVersion(id, createdAt, before)}
              aria-current={createdAt === shownVersion ? 'true' : undefined}
            >
              <time dateTime={createdAt}>{formatTime(createdAt, hydrated)}</time>
            </Link>
          </li>
        ))}
      </List>
      {!isWhole && (
        <p className="row">
          {hasNewer && <Link to={paths.documentVersion(id, shownVersion)}>Newest versions</Link>}
          {hasOlder && (
            <Link to={paths.documentVersion(id, shownVersion, versions.at(-1))}>
              Older versions
            </Link>
          )}
        </p>
      )}
    </details>
  )
}

/** The server does not know the reader's time zone: it renders UTC, and the browser its local time. */
function formatTime(createdAt: string, hydrated: boolean): string {
  if (hydrated) return new Date(createdAt).toLocaleString()
  return `${createdAt.slice(0, 16).replace('T', ' ')} UTC`
}
