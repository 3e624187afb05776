import { z } from 'zod'

/** Levels of nesting that are kept of what is stored as JSON: Postgres and `JSON.stringify` recurse. */
const MAX_DEPTH = 100

/** A string that Postgres can store: it refuses the character U+0000 in a text. */
export function storableText() {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => !value.includes('\u0000'), { error: 'must not hold the character U+0000' })
}

/**
 * Drops what Postgres cannot store, from a text that a model wrote or a person
 * pasted: U+0000 goes, half a surrogate pair becomes U+FFFD.
 */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/**
 * The same for every text in a value that is stored as jsonb, keys included.
 * What is nested absurdly deep becomes null.
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
