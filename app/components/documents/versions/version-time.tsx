import { useHydrated } from '#hooks/use-hydrated.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * When a version was made: how long ago, and exactly on hover. The server knows
 * neither the reader's time zone nor when the page is read: it renders UTC.
 */
export function VersionTime({ createdAt }: { createdAt: string }) {
  const hydrated = useHydrated()
  return (
    <time dateTime={createdAt} title={hydrated ? exactTime(createdAt) : undefined}>
      {hydrated ? timeAgo(createdAt, Date.now()) : utcTime(createdAt)}
    </time>
  )
}

/** A time in UTC, to the minute. */
export function utcTime(createdAt: string): string {
  return `${createdAt.slice(0, 16).replace('T', ' ')} UTC`
}

/** A time in the reader's time zone. */
export function exactTime(createdAt: string): string {
  return new Date(createdAt).toLocaleString()
}

/** How long ago a time is: `2 h ago`; after a week, its date. */
export function timeAgo(createdAt: string, now: number): string {
  const age = now - Date.parse(createdAt)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`
  const days = Math.floor(age / DAY)
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`
  return new Date(createdAt).toLocaleDateString(undefined, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
}
