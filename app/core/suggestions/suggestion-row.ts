import { toIsoString } from '#db/iso-timestamp.ts'
import type { Suggestion } from './suggestion-schema.ts'

/** The columns of a suggestion, named as the interface names them; `s` is the table. */
export const SUGGESTION_COLUMNS = `s.id, s.document_id as "documentId",
  s.document_created_at as "documentCreatedAt", s.original_text as "originalText",
  s.suggested_text as "suggestedText", s.description, s.is_resolved as "isResolved",
  s.user_id as "userId", s.created_at as "createdAt"`

/** Turns a row of {@link SUGGESTION_COLUMNS} into a Suggestion. */
export function toSuggestion(row: Suggestion): Suggestion {
  return {
    ...row,
    documentCreatedAt: toIsoString(row.documentCreatedAt),
    createdAt: toIsoString(row.createdAt),
  }
}
