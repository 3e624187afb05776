import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { SUGGESTION_COLUMNS, toSuggestion } from './suggestion-row.ts'
import type { Suggestion } from './suggestion-schema.ts'

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
  const [row] = await em.execute<Suggestion[]>(
    `update suggestion s set is_resolved = true where s.id = ? and s.user_id = ?
     returning ${SUGGESTION_COLUMNS}`,
    [id, userId],
  )
  if (!row) throw await whyNotFound(em, id)
  return toSuggestion(row)
}

/** Tells why a query for a suggestion, scoped by owner, found nothing. */
export async function whyNotFound(em: EntityManager, id: string): Promise<AppError> {
  const others = await em.execute<unknown[]>('select 1 from suggestion where id = ?', [id])
  return others.length > 0
    ? new AppError('not-owner', 'This suggestion belongs to another account.')
    : new AppError('not-found', 'There is no suggestion with this id.')
}
