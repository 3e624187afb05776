import { Link } from '@remix-run/react'
import { paths } from '#app/paths.ts'
import type { LaterVersions } from '#core/documents/revert-to-version.ts'
import type { VersionPosition } from '#core/documents/version-history.ts'
import type { DocumentData } from '../document-data.ts'
import { DocumentForm, useDocumentPlace } from '../document-place.tsx'
import { useVersionSteps } from './use-version-steps.ts'
import { counted } from './version-words.ts'

type VersionBarProps = {
  document: Pick<DocumentData, 'id' | 'createdAt' | 'history' | 'position' | 'later'>
}

/**
 * Which version is shown, with steps to its neighbours and a button that plays
 * them, and for an earlier one what can be done with it; not shown for a document
 * with only one version.
 */
export function VersionBar({ document }: VersionBarProps) {
  const { id, createdAt, history, position, later } = document
  const { previous, next } = position
  const isSingle = previous === null && next === null
  // The newest ones are listed: played from the newest version on, they begin with the oldest of these.
  const first = history.versions.at(-1)?.createdAt ?? null
  const { playing, play, stop } = useVersionSteps({ previous, next, first })
  if (isSingle) return null
  return (
    <section className="version-bar" aria-label="Versions">
      <nav className="row" aria-label="Step through the versions">
        <Step to={previous} label="Previous version" keys="Alt+ArrowLeft">
          ←
        </Step>
        <span className="version-position" role="status">
          {positionText(position)}
        </span>
        <Step to={next} label="Next version" keys="Alt+ArrowRight">
          →
        </Step>
        <button
          type="button"
          className="button small needs-js play"
          onClick={playing ? stop : play}
        >
          {playing ? 'Stop' : 'Play'}
        </button>
        {previous && (
          <Link className="button small" to={paths.documentDiff(id, { to: createdAt })}>
            Compare
          </Link>
        )}
      </nav>
      {later && <EarlierVersion createdAt={createdAt} later={later} />}
    </section>
  )
}

function positionText({ number, count, next }: VersionPosition): string {
  if (number !== null && count !== null) return `Version ${number} of ${count}`
  return next === null ? 'The newest version' : 'An earlier version'
}

type StepProps = { to: string | null; label: string; keys: string; children: string }

function Step({ to, label, keys, children }: StepProps) {
  const place = useDocumentPlace()
  if (to === null) {
    return (
      <span className="button small" aria-hidden="true" data-off>
        {children}
      </span>
    )
  }
  return (
    <Link
      className="button small"
      to={place.version(to)}
      aria-label={label}
      aria-keyshortcuts={keys}
      title={`${label} (${keys.replace('Arrow', '')})`}
      preventScrollReset
    >
      {children}
    </Link>
  )
}

type EarlierVersionProps = { createdAt: string; later: LaterVersions }

function EarlierVersion({ createdAt, later }: EarlierVersionProps) {
  const { here } = useDocumentPlace()
  const { versions, suggestions } = later
  const what = counted(versions, 'later version')
  return (
    <>
      <DocumentForm className="note">
        <input type="hidden" name="version" value={createdAt} />
        This is an earlier version.
        <button type="submit" className="button small" name="intent" value="restore">
          Restore
        </button>
        <Link to={here}>Show the newest version</Link>
      </DocumentForm>
      <details className="revert">
        <summary>Delete later versions …</summary>
        <DocumentForm className="note">
          <input type="hidden" name="version" value={createdAt} />
          <input type="hidden" name="later" value={versions} />
          This deletes {what}
          {suggestions > 0 && ` and ${counted(suggestions, 'suggestion')}`} for good. To keep them,
          use Restore: it makes this version the newest one.
          <button type="submit" className="button small danger" name="intent" value="revert">
            Delete {what}
          </button>
        </DocumentForm>
      </details>
    </>
  )
}
