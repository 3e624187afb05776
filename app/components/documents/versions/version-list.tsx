import { Link, useSearchParams } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { ListedVersion, VersionHistory } from '#core/documents/version-history.ts'
import { DocumentForm, useDocumentPlace } from '../document-place.tsx'
import { VersionTime } from './version-time.tsx'
import { counted, versionAuthor, versionGrowth } from './version-words.ts'

type VersionListProps = {
  history: VersionHistory
  /** `createdAt` of the version that the page shows. */
  shownVersion: string
}

/**
 * The versions of a document, newest first, with what can be done with each, and
 * links to those that are not listed; not shown for a document with only one.
 */
export function VersionList({ history, shownVersion }: VersionListProps) {
  const place = useDocumentPlace()
  const [query] = useSearchParams()
  const before = query.get('versionsBefore') ?? undefined
  const { versions, count, hasNewer, hasOlder } = history
  if (versions.length < 2 && !hasNewer && !hasOlder) return null
  return (
    <details className="versions" open={before !== undefined}>
      <summary>{count === null ? 'Versions' : counted(count, 'version')}</summary>
      <DocumentForm>
        <input type="hidden" name="intent" value="restore" />
        <ul>
          {versions.map((version, index) => (
            <VersionItem
              key={version.createdAt}
              version={version}
              isShown={version.createdAt === shownVersion}
              isNewest={index === 0 && !hasNewer}
              before={before}
            />
          ))}
        </ul>
      </DocumentForm>
      {(hasNewer || hasOlder) && (
        <p className="row">
          {hasNewer && (
            <Link to={place.version(shownVersion)} preventScrollReset>
              Newest versions
            </Link>
          )}
          {hasOlder && (
            <Link to={place.version(shownVersion, versions.at(-1)?.createdAt)} preventScrollReset>
              Older versions
            </Link>
          )}
        </p>
      )}
    </details>
  )
}

type VersionItemProps = {
  version: ListedVersion
  isShown: boolean
  isNewest: boolean
  before: string | undefined
}

function VersionItem({ version, isShown, isNewest, before }: VersionItemProps) {
  const place = useDocumentPlace()
  const { createdAt, number, growth, origin } = version
  const author = versionAuthor(origin)
  const name = number === null ? 'this version' : `version ${number}`
  return (
    <li className={isShown ? 'is-shown' : undefined}>
      <p>
        <Link
          to={place.version(createdAt, before)}
          aria-current={isShown ? 'true' : undefined}
          preventScrollReset
        >
          {number !== null && `Version ${number}, `}
          <VersionTime createdAt={createdAt} />
        </Link>{' '}
        <span className="muted">
          {author && `${author} · `}
          {versionGrowth(version)}
        </span>
      </p>
      <span className="version-actions">
        {growth !== null && (
          <Link
            className="button small"
            to={paths.documentDiff(place.documentId, { to: createdAt })}
            aria-label={`Compare ${name} with the one before`}
          >
            Compare
          </Link>
        )}
        {!isNewest && (
          <button
            type="submit"
            className="button small"
            name="version"
            value={createdAt}
            aria-label={`Restore ${name}`}
          >
            Restore
          </button>
        )}
      </span>
    </li>
  )
}
