import { z } from 'zod'

/** A string that Postgres can store: it refuses the character U+0000 in a text. */
export function storableText() {
  return z
    .string({ error: 'must be a string' })
    .refine((value) => !value.includes('\u0000'), { error: 'must not hold the character U+0000' })
}

/** Drops what Postgres cannot store, from a text that a model wrote. */
export function toStorableText(text: string): string {
  return text.replaceAll('\u0000', '')
}
