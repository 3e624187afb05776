import { mapRanges } from './map-range.ts'
import type { TextRange } from './text-range.ts'

/** A suggested edit at its place in a content. */
export type PlacedSuggestion = {
  id: string
  /** Null when the text is no longer there. */
  range: TextRange | null
  originalText: string
  suggestedText: string
  description: string | null
}

/** A suggested edit as it was stored, for one version of a document. */
export type AnchoredSuggestion = Omit<PlacedSuggestion, 'range'> & {
  /** `createdAt` of the version. */
  documentCreatedAt: string
  /** Where the original text begins in that version; null where it was not noted: its first place. */
  startOffset: number | null
}

/**
 * Places suggestions in the present content of their document, in the order in
 * which they are given.
 *
 * @param versions the contents of the versions that the suggestions were made for, by
 *   `createdAt`; the text of a suggestion whose version is left out is not found
 */
export function placeSuggestions(
  suggestions: AnchoredSuggestion[],
  versions: ReadonlyMap<string, string>,
  content: string,
): PlacedSuggestion[] {
  const maps = new Map<string, ReturnType<typeof mapRanges>>()
  return suggestions.map(({ documentCreatedAt, startOffset, ...suggestion }) => {
    const stored = versions.get(documentCreatedAt)
    if (stored === undefined) return { ...suggestion, range: null }
    const map = maps.get(documentCreatedAt) ?? mapRanges(stored, content)
    maps.set(documentCreatedAt, map)
    const { originalText } = suggestion
    const start = startOffset ?? stored.indexOf(originalText)
    const end = start + originalText.length
    const isThere = start >= 0 && stored.slice(start, end) === originalText
    return { ...suggestion, range: isThere ? map({ start, end }) : null }
  })
}
