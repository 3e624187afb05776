import { useMemo, useRef } from 'react'
import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import type { SheetStore } from './model/sheet-store.ts'
import {
  followMarks,
  markSuggestions,
  placeMarks,
  type SuggestionMark,
} from './model/suggestion-marks.ts'

/** The cells that have a suggestion, which stay with their rows while the sheet is edited. */
export function useSuggestionMarks(
  store: SheetStore,
  sheet: Sheet,
  suggestions: readonly PlacedSuggestion[],
) {
  const last = useRef<{
    suggestions: readonly PlacedSuggestion[]
    sheet: Sheet
    marks: readonly SuggestionMark[]
  }>(undefined)
  return useMemo(() => {
    const before = last.current
    const marks =
      before?.suggestions === suggestions
        ? followMarks(before.marks, before.sheet, sheet)
        : markSuggestions(sheet, store.getContent(), suggestions)
    last.current = { suggestions, sheet, marks }
    return placeMarks(sheet, marks)
  }, [store, sheet, suggestions])
}
