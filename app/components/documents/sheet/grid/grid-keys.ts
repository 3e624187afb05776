import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { clearSelected, fillDown, fillRight } from '../model/cell-commands.ts'
import {
  deleteSelectedColumns,
  deleteSelectedRows,
  insertColumnsBeside,
  insertRowsBeside,
  moveSelectedColumns,
  moveSelectedRows,
} from '../model/line-commands.ts'
import { isMoveKey, movedPlace } from '../model/move-selection.ts'
import { selectCell } from '../model/selection.ts'
import type { SheetChange, SheetState } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { beginDraft, moveActive } from './draft-keys.ts'

type GridKeyOptions = {
  readOnly: boolean
  /** Rows that are in sight. */
  pageRows: number
  /** Whether Escape was the key before: Tab then leaves the grid. */
  isLeaving: boolean
}

/**
 * Does what a key means in the grid (docs/decisions/0033-sheets.md has the list).
 *
 * @returns whether the key was one of the grid's
 */
export function handleGridKey(
  store: SheetStore,
  event: KeyboardEvent,
  options: GridKeyOptions,
): boolean {
  const isCtrl = (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph')
  return (
    handleSelecting(store, event, isCtrl, options) ||
    (!options.readOnly &&
      (handleCommand(store, event, isCtrl) || handleWriting(store, event, isCtrl)))
  )
}

function handleSelecting(
  store: SheetStore,
  { key, shiftKey, altKey }: KeyboardEvent,
  isCtrl: boolean,
  { pageRows, isLeaving }: GridKeyOptions,
): boolean {
  const state = store.get()
  const { active, extent, whole } = state.selection
  if (isMoveKey(key) && !altKey) {
    const place = movedPlace(state, shiftKey ? extent : active, { key, isCtrl, pageRows })
    store.set({
      selection: shiftKey ? { active, extent: place, whole } : selectCell(place),
      notice: '',
    })
    return true
  }
  if (key === 'Tab' && !isCtrl && !altKey && !isLeaving) {
    return moveActive(store, { key, isBackwards: shiftKey })
  }
  if (key === ' ' && (isCtrl || shiftKey)) {
    const both = isCtrl && shiftKey
    store.set({ selection: { active, extent, whole: both ? 'all' : isCtrl ? 'columns' : 'rows' } })
    return true
  }
  if (isCtrl && key.toLowerCase() === 'a') {
    store.set({ selection: { active, extent, whole: 'all' } })
    return true
  }
  if (
    key === 'Escape' &&
    (extent.row !== active.row || extent.column !== active.column || whole !== 'cells')
  ) {
    store.set({ selection: selectCell(active) })
    return true
  }
  return false
}

const MOVES: Record<string, (state: SheetState) => SheetChange | null> = {
  ArrowUp: (state) => moveSelectedRows(state, -1),
  ArrowDown: (state) => moveSelectedRows(state, 1),
  ArrowLeft: (state) => moveSelectedColumns(state, -1),
  ArrowRight: (state) => moveSelectedColumns(state, 1),
}

function handleCommand(store: SheetStore, event: KeyboardEvent, isCtrl: boolean): boolean {
  const { shiftKey, altKey } = event
  const key = event.key.toLowerCase()
  const state = store.get()
  const move = altKey && shiftKey ? MOVES[event.key] : undefined
  if (move) {
    const isSorted = state.order !== null && event.key !== 'ArrowLeft' && event.key !== 'ArrowRight'
    if (isSorted) store.set({ notice: 'Rows can be moved when all are shown in their own order.' })
    else store.apply(move(state))
    return true
  }
  if (key === 'delete' || key === 'backspace') {
    store.apply(clearSelected(state))
    return true
  }
  if (!isCtrl || altKey) return false
  if (key === 'z' || key === 'y') {
    if (key === 'y' || shiftKey) store.redo()
    else store.undo()
    return true
  }
  if (key === 'd' || key === 'r') {
    if (shiftKey) return false
    store.apply(key === 'd' ? fillDown(state) : fillRight(state))
    return true
  }
  const isColumns = state.selection.whole === 'columns'
  if (key === '+' || (key === '=' && shiftKey)) {
    store.apply(isColumns ? insertColumnsBeside(state, 'left') : insertRowsBeside(state, 'above'))
    return true
  }
  if (key === '-' && (state.selection.whole === 'rows' || isColumns)) {
    store.apply(isColumns ? deleteSelectedColumns(state) : deleteSelectedRows(state))
    return true
  }
  return false
}

function handleWriting(store: SheetStore, event: KeyboardEvent, isCtrl: boolean): boolean {
  const { key, shiftKey, altKey } = event
  if (key === 'F2' || (key === 'Enter' && !isCtrl && !altKey)) {
    if (shiftKey) moveActive(store, { key: 'Enter', isBackwards: true })
    else beginDraft(store)
    return true
  }
  // Keys that compose a character (an accent, an input method) go on in the field.
  if (key === 'Dead' || key === 'Process' || event.nativeEvent.isComposing) {
    flushSync(() => beginDraft(store, ''))
    return false
  }
  if (isCtrl || (altKey && !event.getModifierState('AltGraph') && !/[^ -~]/.test(key))) return false
  if ([...key].length !== 1) return false
  beginDraft(store, key)
  return true
}
