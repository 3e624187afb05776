import type { EntityManager } from '#db/orm.ts'
import type { PlacedSuggestion } from '../documents/anchors/place-suggestions.ts'
import { placeInTurn, withinPlacingLimit } from './place-in-turn.ts'
import { readOpenSuggestions, readSuggestedVersions } from './read-open-suggestions.ts'

type Input = {
  documentId: string
  userId: string
  /** Of the version that the suggestions are placed in. */
  createdAt: string
  content: string
}

/**
 * Lists the open suggestions of a user's document at their places in a version, in
 * the order of these places; those whose text is gone come last. At most the newest
 * hundred.
 *
 * @throws {AppError} unavailable when too many wait for theirs
 */
export async function listPlacedSuggestions(
  em: EntityManager,
  { documentId, userId, createdAt, content }: Input,
): Promise<PlacedSuggestion[]> {
  const key = { documentId, userId }
  const suggestions = await readOpenSuggestions(em, key)
  if (suggestions.length === 0) return []
  const placed = await withinPlacingLimit(userId, async () => {
    const known = new Map([[createdAt, content]])
    const versions = await readSuggestedVersions(em, key, suggestions, known)
    return placeInTurn(suggestions, versions, content)
  })
  return placed.sort((a, b) => placeOf(a) - placeOf(b))
}

function placeOf({ range }: PlacedSuggestion): number {
  return range?.start ?? Number.MAX_SAFE_INTEGER
}
