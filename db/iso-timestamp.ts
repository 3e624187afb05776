import { type Platform, Type } from '@mikro-orm/core'

/**
 * A `timestamptz(3)` column that is an ISO 8601 string in JavaScript.
 *
 * Strings because every timestamp leaves through the HTTP interface as one,
 * and because a `Date` in a composite primary key breaks MikroORM's identity
 * map (docs/decisions/0002-timestamps-are-strings.md).
 */
export class IsoTimestamp extends Type<string, string> {
  override convertToDatabaseValue(value: string): string {
    return value
  }

  override convertToJSValue(value: string | Date): string {
    return toIsoString(value)
  }

  override compareAsType(): string {
    return 'string'
  }

  override getColumnType(): string {
    return 'timestamptz(3)'
  }

  override get runtimeType(): string {
    return 'string'
  }

  override ensureComparable(): boolean {
    return false
  }

  override toJSON(value: string, _platform: Platform): string {
    return value
  }
}

/** Turns a timestamp as Postgres prints it into ISO 8601 with milliseconds, UTC. */
export function toIsoString(value: string | Date): string {
  if (value instanceof Date) return value.toISOString()
  // `2026-11-20 07:54:49.628+00`, what almost every row holds: parsing it costs
  // as much as the rest of a long list. A trailing zero is not printed.
  if (value.length === 26 && value.endsWith('+00')) {
    return `${value.slice(0, 10)}T${value.slice(11, 23)}Z`
  }
  return value.endsWith('Z') ? value : new Date(value).toISOString()
}
