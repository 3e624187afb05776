import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { OPEN_STATUSES } from './suggestion-request.ts'

/** For how long it is told that suggestions could not be written, or that there are none. */
const TOLD_SECONDS = 600

/** How the newest request for suggestions stands: `none` when it has ended without a suggestion. */
export type RequestStatus = 'writing' | 'failed' | 'none' | null

/**
 * Reads whether suggestions for a user's document are being written; else what became
 * of those that were asked for in the last minutes, where nothing did. Null when there
 * is nothing to tell.
 */
export async function readRequestStatus(
  em: EntityManager,
  { documentId, userId }: { documentId: string; userId: string },
): Promise<RequestStatus> {
  const requests = await kysely(em)
    .selectFrom('SuggestionRequest')
    .select('status')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('Suggestion')
          .select('Suggestion.id')
          .whereRef('Suggestion.documentId', '=', 'SuggestionRequest.documentId')
          .whereRef('Suggestion.documentCreatedAt', '=', 'SuggestionRequest.documentCreatedAt')
          .whereRef('Suggestion.requestId', '=', 'SuggestionRequest.id'),
      ).as('hasSuggestions'),
    )
    .where('documentId', '=', documentId)
    .where('userId', '=', userId)
    .where(({ eb, or }) =>
      or([
        eb('status', 'in', OPEN_STATUSES),
        eb('SuggestionRequest.createdAt', '>', secondsAgo(TOLD_SECONDS)),
      ]),
    )
    .orderBy('SuggestionRequest.createdAt', 'desc')
    .limit(20)
    .execute()
  if (requests.some(({ status }) => OPEN_STATUSES.includes(status))) return 'writing'
  const [newest] = requests
  if (newest?.status === 'failed') return 'failed'
  return newest && !newest.hasSuggestions ? 'none' : null
}
