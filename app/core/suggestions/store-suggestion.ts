import { randomUUID } from 'node:crypto'
import type { EntityManager } from '#db/orm.ts'
import { MAX_SUGGESTIONS } from '../ai/prompts.ts'
import { toStorableText } from '../storable-text.ts'

type NewSuggestion = {
  requestId: string
  originalText: string
  suggestedText: string
  description: string
}

/**
 * Stores one suggestion of a request, as the next of its positions. A text that
 * the request has a suggestion for is left alone, so a job that runs twice (one
 * after the other, or both at once) stores each only once.
 *
 * @returns whether it was stored
 */
export async function storeSuggestion(
  em: EntityManager,
  { requestId, originalText, suggestedText, description }: NewSuggestion,
): Promise<boolean> {
  const stored = await em.execute<unknown[]>(
    `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
                             description, user_id, request_id, position)
     select ?, r.document_id, r.document_created_at, ?, ?,
            nullif(?, ''), r.user_id, r.id, coalesce(max(s.position) + 1, 0)
       from suggestion_request r left join suggestion s on s.request_id = r.id
      where r.id = ?
      group by r.id
     having count(s.id) < ? and not coalesce(bool_or(s.original_text = ?), false)
     on conflict (request_id, position) do nothing
     returning 1`,
    [
      randomUUID(),
      originalText,
      toStorableText(suggestedText),
      toStorableText(description),
      requestId,
      MAX_SUGGESTIONS,
      originalText,
    ],
  )
  return stored.length > 0
}
