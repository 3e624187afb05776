import { setImmediate } from 'node:timers/promises'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import {
  type AnchoredSuggestion,
  type PlacedSuggestion,
  placeSuggestions,
} from '../documents/anchors/place-suggestions.ts'

/**
 * Limits the work of placing suggestions, up to 0.8 s for a document. What waits for
 * its turn must not be in a transaction, which would keep its connection meanwhile.
 */
export const withinPlacingLimit = createConcurrencyLimit({
  running: 2,
  waiting: 1_000,
  refusal: 'Too many suggestions are being looked for at once. Try again later.',
})

/**
 * Places suggestions as {@link placeSuggestions} does, those of one version at a time:
 * each comparison takes up to 75 ms, in which nobody else is served.
 */
export async function placeInTurn(
  suggestions: AnchoredSuggestion[],
  versions: ReadonlyMap<string, string>,
  content: string,
): Promise<PlacedSuggestion[]> {
  const placed: PlacedSuggestion[] = []
  for (const made of Map.groupBy(suggestions, (made) => made.documentCreatedAt).values()) {
    placed.push(...placeSuggestions(made, versions, content))
    await setImmediate()
  }
  return placed
}
