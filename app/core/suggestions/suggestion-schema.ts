import { z } from 'zod'

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
