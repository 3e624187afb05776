import { randomUUID } from 'node:crypto'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { MAX_SUGGESTIONS } from '../ai/prompts.ts'
import { toStorableText } from '../storable-text.ts'
import { isUserGone } from '../users/user-gone.ts'

type NewSuggestion = {
  requestId: string
  originalText: string
  /** Where the original text begins in the version's content. */
  startOffset: number
  suggestedText: string
  description: string
}

/**
 * Stores one suggestion of a request for the request's owner. A guest who signs
 * in at this moment is that no longer; the account then is, at the second try.
 * See {@link insertSuggestion} for what is stored.
 */
export async function storeSuggestion(
  em: EntityManager,
  suggestion: NewSuggestion,
): Promise<boolean> {
  try {
    return await insertSuggestion(em, suggestion)
  } catch (error) {
    if (!isUserGone(error)) throw error
    return insertSuggestion(em, suggestion)
  }
}

/**
 * Stores one suggestion of a request, as the next of its positions. A text at a
 * place that the request has a suggestion for is left alone, so a job that runs
 * twice (one after the other, or both at once) stores each only once.
 *
 * @returns whether it was stored
 */
async function insertSuggestion(
  em: EntityManager,
  { requestId, originalText, startOffset, suggestedText, description }: NewSuggestion,
): Promise<boolean> {
  const stored = await kysely(em)
    .insertInto('Suggestion')
    .columns([
      'id',
      'documentId',
      'documentCreatedAt',
      'originalText',
      'startOffset',
      'suggestedText',
      'description',
      'userId',
      'requestId',
      'position',
    ])
    .expression((db) =>
      db
        .selectFrom('SuggestionRequest')
        .leftJoin('Suggestion', 'Suggestion.requestId', 'SuggestionRequest.id')
        .select(({ cast, eb, fn, lit, val }) => [
          val(randomUUID()).as('id'),
          'SuggestionRequest.documentId',
          'SuggestionRequest.documentCreatedAt',
          val(originalText).as('originalText'),
          cast<number>(val(startOffset), 'integer').as('startOffset'),
          val(toStorableText(suggestedText)).as('suggestedText'),
          val(toStorableText(description) || null).as('description'),
          'SuggestionRequest.userId',
          'SuggestionRequest.id as requestId',
          fn.coalesce(eb(fn.max('Suggestion.position'), '+', 1), lit(0)).as('position'),
        ])
        .where('SuggestionRequest.id', '=', requestId)
        .groupBy('SuggestionRequest.id')
        .having(({ fn }) => fn.count('Suggestion.id'), '<', MAX_SUGGESTIONS)
        .having(
          ({ eb, fn }) =>
            fn.count('Suggestion.id').filterWhere(
              eb.and([
                eb('Suggestion.originalText', '=', originalText),
                // A job of the release before has noted no place.
                eb.or([
                  eb('Suggestion.startOffset', 'is', null),
                  eb('Suggestion.startOffset', '=', startOffset),
                ]),
              ]),
            ),
          '=',
          0,
        ),
    )
    // Another run of the job has taken the position meanwhile.
    .onConflict((conflict) => conflict.columns(['requestId', 'position']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}
