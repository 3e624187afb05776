import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { whyNotFound } from '../ownership.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from './suggestion-schema.ts'

/**
 * Marks a user's suggestion as resolved, which is also how one is dismissed.
 * Resolving twice changes nothing.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function resolveSuggestion(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<Suggestion> {
  const suggestion = await kysely(em)
    .updateTable('Suggestion')
    .set({ isResolved: true })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning(SUGGESTION_COLUMNS)
    .executeTakeFirst()
  if (!suggestion) throw await whyNotFound(em, 'suggestion', id)
  return suggestion
}
