import type { PlacedSuggestion } from '../documents/anchors/place-suggestions.ts'

/** The content with the suggestions applied, and the ids of those; the others have no place in it. */
type Applied = { content: string; ids: string[] }

/**
 * Applies suggestions to the content that they are placed in, from the last to the
 * first, so that the places of the others stay. Of two that overlap the later one is
 * applied.
 */
export function applySuggestions(content: string, suggestions: PlacedSuggestion[]): Applied {
  const placed = suggestions
    .flatMap(({ id, range, suggestedText }) => (range ? [{ id, ...range, suggestedText }] : []))
    .sort((a, b) => b.start - a.start)
  const pieces: string[] = []
  const ids: string[] = []
  let next = content.length
  for (const { id, start, end, suggestedText } of placed) {
    if (end > next) continue
    pieces.push(content.slice(end, next), suggestedText)
    ids.push(id)
    next = start
  }
  pieces.push(content.slice(0, next))
  return { content: pieces.reverse().join(''), ids }
}

/** Whether a suggestion changes nothing: what it says about its text is all there is to it. */
export function isNote({
  originalText,
  suggestedText,
}: Pick<PlacedSuggestion, 'originalText' | 'suggestedText'>): boolean {
  return originalText === suggestedText
}
