import { columnName } from '../model/column-name.ts'
import { isOneCell, type Rect, rectOf } from '../model/selection.ts'
import { filledPart, gridSize, type SheetState, sheetRow } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'
import { useRangeSums } from './use-range-sums.ts'

/** What is selected, with what its numbers add up to, and what was done last. */
export function StatusLine({ store }: { store: SheetStore }) {
  const state = useSheet(store)
  const rect = filledPart(state, rectOf(state.selection, gridSize(state)))
  const sums = useRangeSums(state, rect)
  const rows = Math.max(0, state.sheet.rows.length - 1)
  return (
    <div className="status-line">
      <span>{rangeName(state, rect)}</span>
      {sums && sums.filled > 1 && <span>Count {number(sums.filled)}</span>}
      {sums && sums.numbers > 1 && (
        <>
          <span>Sum {number(sums.sum)}</span>
          <span>Average {number(sums.sum / sums.numbers)}</span>
        </>
      )}
      <span role="status">{state.notice}</span>
      <span className="status-size">{rows === 1 ? '1 row' : `${number(rows)} rows`}</span>
    </div>
  )
}

function rangeName(state: SheetState, rect: Rect): string {
  const first = `${columnName(rect.left)}${sheetRow(state, rect.top) + 1}`
  if (isOneCell(rect)) return first
  return `${first}:${columnName(rect.right)}${sheetRow(state, rect.bottom) + 1}`
}

/** A number without the last digits that calculating with fractions of two leaves. */
function number(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 12 })
}
