import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { AnchoredSuggestion } from '../documents/anchors/place-suggestions.ts'

/** Open suggestions of a document that are shown and applied at most: the newest. */
const MAX_OPEN = 100
/** Versions whose contents are read for them at most: the newest. */
const MAX_VERSIONS = 10
/** Characters of each version that are read at most. */
const MAX_CHARACTERS = 1_000_000

type Key = { documentId: string; userId: string }

/**
 * Reads the open suggestions of a user's document, in the order in which they were
 * made: the newest hundred.
 */
export async function readOpenSuggestions(
  em: EntityManager,
  { documentId, userId }: Key,
): Promise<AnchoredSuggestion[]> {
  const newest = await kysely(em)
    .selectFrom('Suggestion')
    .select([
      'id',
      'documentCreatedAt',
      'originalText',
      'startOffset',
      'suggestedText',
      'description',
    ])
    .where('documentId', '=', documentId)
    .where('userId', '=', userId)
    .where('isResolved', '=', false)
    .orderBy('createdAt', 'desc')
    .orderBy('position', 'desc')
    .limit(MAX_OPEN)
    .execute()
  return newest.reverse()
}

/**
 * Reads the contents of the versions that suggestions were made for, by their
 * `createdAt`: of the newest ten, and of a long one its beginning.
 *
 * @param known the versions whose contents are at hand
 */
export async function readSuggestedVersions(
  em: EntityManager,
  { documentId, userId }: Key,
  suggestions: AnchoredSuggestion[],
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const needed = [...new Set(suggestions.map(({ documentCreatedAt }) => documentCreatedAt))]
    .filter((createdAt) => !known.has(createdAt))
    .sort()
    .slice(-MAX_VERSIONS)
  const contents = new Map(known)
  if (needed.length === 0) return contents
  const versions = await kysely(em)
    .selectFrom('Document')
    .select(['createdAt'])
    .select(({ fn, val }) =>
      fn<string | null>('left', ['content', val(MAX_CHARACTERS)]).as('content'),
    )
    .where('id', '=', documentId)
    .where('userId', '=', userId)
    .where('createdAt', 'in', needed)
    .execute()
  for (const { createdAt, content } of versions) contents.set(createdAt, content ?? '')
  return contents
}
