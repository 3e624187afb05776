/**
 * The time of something imported. One that is not yet would keep it before all that is
 * new; one that is none is now.
 */
export function storableTime(time: string): string {
  const now = Date.now()
  const at = Date.parse(time)
  return new Date(Number.isNaN(at) ? now : Math.min(Math.max(at, 0), now)).toISOString()
}
