import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { SUGGESTION_COLUMNS, toSuggestion } from './suggestion-row.ts'
import type { Suggestion } from './suggestion-schema.ts'

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
  const rows = await executePrepared<Suggestion>(
    em,
    `select ${SUGGESTION_COLUMNS} from suggestion s
      where s.document_id = $1 and s.user_id = $2
      order by s.document_created_at, s.created_at, s.position`,
    [documentId, userId],
  )
  if (rows.length === 0) await assertNoneOfOthers(em, documentId)
  return rows.map(toSuggestion)
}

async function assertNoneOfOthers(em: EntityManager, documentId: string) {
  const others = await em.execute<unknown[]>(
    'select 1 from suggestion where document_id = ? limit 1',
    [documentId],
  )
  if (others.length > 0) {
    throw new AppError('not-owner', 'These suggestions belong to another account.')
  }
}
