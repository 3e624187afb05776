import { useEffect, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { SessionSnapshot } from '#hooks/documents/session-types.ts'
import { timeAgo } from '../versions/version-time.tsx'

/** Milliseconds after which "2 min ago" is looked at again. */
const REFRESH_MS = 30_000

type SaveStateProps = {
  snapshot: SessionSnapshot
  /** Saves a document that is not there any more as another one. */
  onSaveCopy(): void
}

/**
 * How far what is written is saved, in words; what needs attention is told to screen
 * readers too, and not every save.
 */
export function SaveState({ snapshot, onSaveCopy }: SaveStateProps) {
  const { status, savedAt, createdAt, problem } = snapshot
  const now = useNow()
  const since = savedAt === null ? createdAt : new Date(savedAt).toISOString()
  if (status === 'failed') {
    return (
      <span role="alert" className="bad">
        Not saved: {problem?.detail}{' '}
        {problem?.signedOut && <a href={paths.login(window.location.pathname)}>Sign in</a>}
        {problem?.deleted && (
          <button type="button" onClick={onSaveCopy}>
            Save as a new document
          </button>
        )}
      </span>
    )
  }
  const isAway = status === 'offline' || status === 'conflict'
  return (
    <span className={isAway ? 'bad' : undefined} role={isAway ? 'alert' : undefined}>
      {status === 'saved' && `Saved ${timeAgo(since, Math.max(now, Date.parse(since)))}`}
      {status === 'dirty' && 'Not saved yet'}
      {status === 'saving' && 'Saving…'}
      {status === 'offline' && 'Offline: kept here, sent later'}
      {status === 'conflict' && 'Not saved: choose below what stays'}
    </span>
  )
}

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
