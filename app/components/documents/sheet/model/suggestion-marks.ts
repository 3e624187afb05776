import type { PlacedSuggestion } from '#core/documents/anchors/place-suggestions.ts'
import { parseSheet, type Sheet, type SheetRow } from '#core/documents/csv/parse-sheet.ts'
import { type CellPlace, cellAt } from '#core/documents/csv/sheet-offsets.ts'

/** A suggestion at the cell where its text begins. */
export type SuggestionMark = {
  suggestion: PlacedSuggestion
  /** By which the row is found again after others were inserted or moved. */
  row: SheetRow
  column: number
}

/**
 * Finds the cells of suggestions: at their place, or where the content has been
 * edited since, at the nearest one that has their text.
 *
 * @param content of the sheet, with what is being typed in a cell
 */
export function markSuggestions(
  sheet: Sheet,
  content: string,
  suggestions: readonly PlacedSuggestion[],
): SuggestionMark[] {
  if (suggestions.length === 0) return []
  const written = parseSheet(content)
  return suggestions.flatMap((suggestion) => {
    const { range, originalText } = suggestion
    const start = range ? nearest(content, originalText, range.start) : -1
    const place = start === -1 ? null : cellAt(written, start)
    const row = place && sheet.rows[place.row]
    return row ? [{ suggestion, row, column: place.column }] : []
  })
}

function nearest(content: string, text: string, start: number): number {
  const before = content.lastIndexOf(text, start)
  const after = content.indexOf(text, start)
  if (before === -1 || after === -1) return Math.max(before, after)
  return start - before <= after - start ? before : after
}

/** The marks after an edit of the sheet. A mark whose text was edited away is left out. */
export function followMarks(
  marks: readonly SuggestionMark[],
  before: Sheet,
  after: Sheet,
): readonly SuggestionMark[] {
  if (marks.length === 0 || before === after) return marks
  const kept = new Set(after.rows)
  return marks.flatMap((mark) => {
    if (kept.has(mark.row)) return [mark]
    const at = before.rows.indexOf(mark.row)
    const row = before.rows.length === after.rows.length ? after.rows[at] : undefined
    const column = row ? columnWith(row, mark) : -1
    return row && column !== -1 ? [{ ...mark, row, column }] : []
  })
}

/** The column that now holds what the marked cell held. */
function columnWith(row: SheetRow, mark: SuggestionMark): number {
  const source = mark.row.cells[mark.column]
  if (row.cells[mark.column] === source) return mark.column
  return source === undefined ? -1 : row.cells.indexOf(source)
}

/** Where the marks are in the sheet, by row and column. */
export function placeMarks(
  sheet: Sheet,
  marks: readonly SuggestionMark[],
): { place: CellPlace; suggestion: PlacedSuggestion }[] {
  if (marks.length === 0) return []
  const wanted = new Set(marks.map(({ row }) => row))
  const found = new Map<SheetRow, number>()
  for (const [index, row] of sheet.rows.entries()) if (wanted.has(row)) found.set(row, index)
  return marks.flatMap(({ suggestion, row, column }) => {
    const index = found.get(row)
    return index === undefined ? [] : [{ place: { row: index, column }, suggestion }]
  })
}
