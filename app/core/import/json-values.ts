/** Reads values of a file that somebody else has written, of which nothing is certain. */

export type JsonRecord = Record<string, unknown>

export function asRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonRecord)
    : {}
}

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Behind it, a year has more than four digits. */
const LAST_TIME = Date.UTC(9999, 11, 31)

/** A time as seconds since 1970 or in any form that `Date` reads, as ISO 8601; undefined for anything else. */
export function asTime(value: unknown): string | undefined {
  const time = new Date(typeof value === 'number' ? value * 1_000 : asText(value))
  const isKnown = time.getTime() > 0 && time.getTime() < LAST_TIME
  return isKnown ? time.toISOString() : undefined
}
