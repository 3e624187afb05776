import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from './suggestion-schema.ts'

const selectSuggestions = prepared((db, p: { documentId: string; userId: string }) =>
  db
    .selectFrom('Suggestion')
    .select(SUGGESTION_COLUMNS)
    .where('documentId', '=', p.documentId)
    .where('userId', '=', p.userId)
    .orderBy('documentCreatedAt')
    .orderBy('createdAt')
    .orderBy('position'),
)

/**
 * Lists a user's suggestions for all versions of a document, by version and
 * then in the order in which they were made.
 *
 * @throws {AppError} not-owner, when the suggestions are another user's
 */
export async function listSuggestions(
  em: EntityManager,
  { documentId, userId }: { documentId: string; userId: string },
): Promise<Suggestion[]> {
  const suggestions = await selectSuggestions(em, { documentId, userId })
  if (suggestions.length === 0) await assertHasNoSuggestions(em, documentId)
  return suggestions
}

/** Asserts that a document without suggestions of the user has none of another user either. */
async function assertHasNoSuggestions(em: EntityManager, documentId: string) {
  const suggestion = await kysely(em)
    .selectFrom('Suggestion')
    .select('id')
    .where('documentId', '=', documentId)
    .limit(1)
    .executeTakeFirst()
  if (suggestion) throw new AppError('not-owner', 'These suggestions belong to another account.')
}
