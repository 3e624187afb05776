import { useMemo, useRef } from 'react'
import { mapRanges } from '#core/documents/anchors/map-range.ts'
import type { SuggestionsState } from '#hooks/documents/use-suggestions.ts'
import type { PlacedSuggestion } from './editor-contract.ts'
import type { Editing } from './use-editing.ts'

/** Suggestions with the content in which they have their places. */
type Placed = { content: string; suggestions: PlacedSuggestion[] }

const NONE: Placed = { content: '', suggestions: [] }

/**
 * The suggestions at their places in what the editor has now: they were placed in the
 * stored version, which may be older or, for a moment, newer. They stay the same as
 * long as the list does; while somebody types, the editor moves them itself.
 *
 * @returns `stored`: as they are in the stored version, with its content
 */
export function useEditorSuggestions(
  editing: Editing | null,
  { suggestions, placedIn }: Pick<SuggestionsState, 'suggestions' | 'placedIn'>,
) {
  const last = useRef(NONE)
  const listKey = suggestions.map(keyOf).join()
  const createdAt = editing?.snapshot.createdAt

  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is compared by what it says, the version by its time
  return useMemo(() => {
    if (!editing) return NONE_PLACED
    const base = editing.session.getBase()
    if (placedIn === base.createdAt) {
      last.current = { content: base.content, suggestions }
    } else {
      // The editor has another version: it keeps those that it knew.
      const open = new Set(suggestions.map(({ id }) => id))
      const kept = last.current.suggestions.filter(({ id }) => open.has(id))
      last.current = { ...last.current, suggestions: kept }
    }
    const stored = last.current
    const map = mapRanges(stored.content, editing.buffer.get())
    const shown = stored.suggestions.map((each) => ({
      ...each,
      range: each.range && map(each.range),
    }))
    return { shown, stored }
  }, [listKey, placedIn, createdAt, editing?.session])
}

const NONE_PLACED: { shown: PlacedSuggestion[]; stored: Placed } = { shown: [], stored: NONE }

function keyOf({ id, range }: PlacedSuggestion): string {
  return `${id}:${range?.start}:${range?.end}`
}
