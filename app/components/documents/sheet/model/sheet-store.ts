import { parseSheet, type Sheet, serialise } from '#core/documents/csv/parse-sheet.ts'
import { setActiveCell } from './cell-commands.ts'
import { createEditHistory } from './edit-history.ts'
import { clampSelection, selectCell } from './selection.ts'
import { shareRows } from './share-rows.ts'
import {
  gridSize,
  type SheetChange,
  type SheetState,
  sheetRow,
  shownRow,
  shownValue,
} from './sheet-state.ts'
import { type SheetFilter, shownOrder } from './shown-order.ts'

export type SheetStore = ReturnType<typeof createSheetStore>

/**
 * The state of an open sheet, outside of React, so that only what changes is drawn.
 *
 * @param onEdit after each change of the content by the person
 */
export function createSheetStore(content: string, onEdit: () => void) {
  const listeners = new Set<() => void>()
  const history = createEditHistory()
  let state: SheetState = {
    sheet: parseSheet(content),
    filter: { sort: null, filter: null },
    order: null,
    selection: selectCell({ row: 0, column: 0 }),
    draft: null,
    notice: '',
  }
  let written: { sheet: Sheet; content: string } = { sheet: state.sheet, content }

  function set(change: Partial<SheetState>) {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  function contentOf(sheet: Sheet): string {
    if (written.sheet !== sheet) written = { sheet, content: serialise(sheet) }
    return written.content
  }

  /** Shows a sheet that undoing or somebody else made. */
  function show(sheet: Sheet, selection: SheetState['selection']) {
    const order =
      sheet.rows.length === state.sheet.rows.length ? state.order : shownOrder(sheet, state.filter)
    set({
      sheet,
      order,
      selection: clampSelection(selection, gridSize({ sheet, order })),
      draft: null,
    })
  }

  function turn(step: ReturnType<typeof history.undo>, word: 'undone' | 'redone') {
    if (!step) return
    if (!step.sheet) {
      return set({ notice: `This step cannot be ${word}: the same cells were changed elsewhere.` })
    }
    show(shareRows(state.sheet, step.sheet).sheet, step.selection)
    set({ notice: word === 'undone' ? 'Undone.' : 'Redone.' })
    onEdit()
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set,
    /** Makes an edit, which is one step to undo. Nothing happens where it changes nothing. */
    apply(change: SheetChange | null, notice = '') {
      if (!change) return
      const { selection } = state
      const isEdit = change.sheet !== state.sheet
      const order = change.order === undefined ? state.order : change.order
      const size = gridSize({ sheet: change.sheet, order })
      const selectionAfter = clampSelection(change.selection ?? selection, size)
      if (isEdit) {
        history.push({ before: state.sheet, after: change.sheet, selection, selectionAfter })
      }
      const filter = state.order && !order ? { sort: null, filter: null } : state.filter
      set({
        sheet: change.sheet,
        order,
        filter,
        notice,
        draft: null,
        selection: selectionAfter,
      })
      if (isEdit) onEdit()
    },
    undo: () => turn(history.undo(state.sheet), 'undone'),
    redo: () => turn(history.redo(state.sheet), 'redone'),
    canUndo: () => history.canUndo,
    canRedo: () => history.canRedo,
    /** Shows the rows in another order, or some of them; the sheet stays as it is. */
    filter(filter: SheetFilter) {
      const order = shownOrder(state.sheet, filter)
      const row = shownRow({ order }, sheetRow(state, state.selection.active.row))
      const place = { row: Math.max(0, row), column: state.selection.active.column }
      const selection = clampSelection(selectCell(place), gridSize({ sheet: state.sheet, order }))
      set({ filter, order, selection, draft: null, notice: '' })
    },
    /** A part of the edit of a cell, which is not yet a step. */
    draft(draft: SheetState['draft']) {
      const isChanged = draft?.value !== state.draft?.value
      const isEdit =
        isChanged && (state.draft ?? draft)?.value !== shownValue(state, state.selection.active)
      set({ draft })
      if (isEdit) onEdit()
    },
    /** The content, with what is being typed in a cell. */
    getContent(): string {
      const { draft } = state
      return contentOf(draft ? setActiveCell(state, draft.value).sheet : state.sheet)
    },
    /** Shows a content from elsewhere; the active cell stays at its row, and what is typed in it stays. */
    setContent(next: string) {
      if (next === contentOf(state.sheet)) return
      const { draft, selection } = state
      const { sheet, movedRow } = shareRows(state.sheet, parseSheet(next))
      const row = movedRow(sheetRow(state, selection.active.row))
      const column = selection.active.column
      const isRange = selection.whole !== 'cells'
      show(sheet, selection)
      const shown = shownRow(state, row)
      if (shown >= 0 && !isRange && shown !== selection.active.row) {
        const size = gridSize(state)
        set({ selection: clampSelection(selectCell({ row: shown, column }), size) })
      }
      if (draft) set({ draft })
    },
  }
}
