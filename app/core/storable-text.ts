import { z } from 'zod'

/** Levels of nesting that are stored; Postgres and `JSON.stringify` fail on very deep JSON. */
const MAX_DEPTH = 100

/** Makes the schema of a string that Postgres can store, which refuses U+0000 in a text. */
export function storableText() {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => !value.includes('\u0000'), { error: 'must not hold the character U+0000' })
}

/**
 * Makes a text storable in Postgres: U+0000 is removed, and half of a surrogate
 * pair becomes U+FFFD. Texts of models and pasted texts may hold either.
 */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * Like {@link toStorableText}, for every text of a value that is stored as
 * jsonb, keys included. What is nested too deep becomes null.
 */
export function toStorableValue<T>(value: T, depth?: number): T
export function toStorableValue(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toStorableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return null
  if (Array.isArray(value)) return value.map((item) => toStorableValue(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      toStorableText(key),
      toStorableValue(item, depth + 1),
    ]),
  )
}
