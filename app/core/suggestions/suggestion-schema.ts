import { z } from 'zod'
import { storableText } from '../storable-text.ts'

/** What is checked first of the query of GET /api/suggestions: a missing `documentId` is a 404. */
export const documentIdPresenceQuery = z.object({
  documentId: z.string({ error: 'is missing' }).min(1, { error: 'is missing' }),
})

/** Query of GET /api/suggestions. */
export const suggestionsQuery = z.object({
  documentId: z.uuid({ error: 'must be the UUID of a document' }).toLowerCase(),
})

/** Query of PATCH /api/suggestions. */
export const suggestionQuery = z.object({
  id: z.uuid({ error: 'must be the UUID of a suggestion' }).toLowerCase(),
})

/** Body of PATCH /api/suggestions. */
export const resolveSuggestionBody = z.object({
  isResolved: z.literal(true, { error: 'must be true' }),
})

/** Characters of a part that one may ask to change at most. */
export const MAX_PART_CHARACTERS = 20_000
/** Characters of what one asks for at most. */
const MAX_INSTRUCTION_CHARACTERS = 2_000

const offset = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)

/**
 * The form that asks for the change of a part: what to do, in words; the part, in
 * UTF-16 code units, where it is not the whole document; and `createdAt` of the
 * version in which it stands.
 */
export const askPartForm = z
  .object({
    instruction: storableText()
      .trim()
      .min(1, { error: 'Say what should change.' })
      .max(MAX_INSTRUCTION_CHARACTERS, {
        error: `must be at most ${MAX_INSTRUCTION_CHARACTERS} characters`,
      }),
    start: offset.optional(),
    end: offset.optional(),
    version: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ start, end }) => (start === undefined) === (end === undefined), {
    error: 'must come with both start and end, or with neither',
  })

/** A suggestion (docs/interface.md, "Suggestions"). */
export const suggestionResponse = z.object({
  id: z.uuid(),
  documentId: z.uuid(),
  documentCreatedAt: z.iso.datetime(),
  originalText: z.string(),
  suggestedText: z.string(),
  description: z.string().nullable(),
  isResolved: z.boolean(),
  userId: z.uuid(),
  createdAt: z.iso.datetime(),
})

export type Suggestion = z.infer<typeof suggestionResponse>

/** The columns of a {@link Suggestion}. */
export const SUGGESTION_COLUMNS = suggestionResponse.keyof().options
