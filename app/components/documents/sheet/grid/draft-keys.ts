import { setActiveCell } from '../model/cell-commands.ts'
import { clampPlace, selectCell } from '../model/selection.ts'
import { gridSize, shownValue } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'

/** Writes what is typed into the active cell, as one step. */
export function commitDraft(store: SheetStore): void {
  const { draft } = store.get()
  if (draft) store.apply(setActiveCell(store.get(), draft.value))
}

/** Begins to edit the active cell: with what it holds, or with what is typed over it. */
export function beginDraft(store: SheetStore, typed?: string): void {
  const state = store.get()
  const { active } = state.selection
  store.set({ selection: selectCell(active), notice: '' })
  const value = typed ?? shownValue(state, active)
  store.draft({ value, isTyped: typed !== undefined, where: 'cell' })
}

const STEPS: Record<string, { row: number; column: number }> = {
  Enter: { row: 1, column: 0 },
  Tab: { row: 0, column: 1 },
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/**
 * Moves the active cell by one, as Enter, Tab or an arrow key says.
 *
 * @returns whether there was a cell to move to
 */
export function moveActive(
  store: SheetStore,
  { key, isBackwards }: { key: string; isBackwards: boolean },
): boolean {
  const state = store.get()
  const { row, column } = state.selection.active
  const step = STEPS[key] ?? { row: 0, column: 0 }
  const sign = isBackwards && !key.startsWith('Arrow') ? -1 : 1
  const wanted = { row: row + sign * step.row, column: column + sign * step.column }
  const place = clampPlace(wanted, gridSize(state))
  store.set({ selection: selectCell(place), notice: '' })
  return place.row === wanted.row && place.column === wanted.column
}
