import type { SheetState } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'
import { nameOf } from './filter-menu.tsx'

type OrderNoteProps = { store: SheetStore; onDone(): void }

/** Says that the rows are shown in another order, or only some of them, with the way back. */
export function OrderNote({ store, onDone }: OrderNoteProps) {
  const state = useSheet(store)
  if (!state.order) return null
  return (
    <p className="note order-note" role="status">
      <span>{orderWords(state)} The document keeps all rows in their own order.</span>
      <button
        type="button"
        className="button small"
        onClick={() => {
          store.filter({ sort: null, filter: null })
          onDone()
        }}
      >
        Show all rows in their order
      </button>
    </p>
  )
}

function orderWords({ sheet, filter, order }: SheetState): string {
  const all = Math.max(0, sheet.rows.length - 1)
  const parts = []
  if (filter.filter) {
    const { column, test, value } = filter.filter
    const name = column === null ? 'any column' : nameOf(sheet, column)
    const needsValue = test !== 'is empty' && test !== 'is not empty'
    const shown = `${order?.length.toLocaleString('en')} of ${all.toLocaleString('en')} rows`
    parts.push(`Shown: ${shown}, where ${name} ${test}${needsValue ? ` “${value}”` : ''}.`)
  }
  if (filter.sort) {
    const { column, isDescending } = filter.sort
    parts.push(`Sorted by ${nameOf(sheet, column)}, ${isDescending ? 'Z to A' : 'A to Z'}.`)
  }
  return parts.join(' ')
}
