import { fillDown, fillRight } from '../model/cell-commands.ts'
import {
  deleteSelectedColumns,
  deleteSelectedRows,
  insertColumnsBeside,
  insertRowsBeside,
  moveSelectedColumns,
  moveSelectedRows,
} from '../model/line-commands.ts'
import { rectOf } from '../model/selection.ts'
import { filledPart, gridSize, type SheetChange, type SheetState } from '../model/sheet-state.ts'

/** Something that the menus offer to do with the selected cells. */
export type LineAction = {
  label: string
  /** The keys that do the same. */
  keys?: string
  run(state: SheetState): SheetChange | null
  /** Only where all rows are shown in their own order. */
  needsOwnOrder?: boolean
}

/** What can be done with the selected rows and columns, in groups. */
export function lineActions(state: SheetState): LineAction[][] {
  const { top, left, bottom, right } = filledPart(state, rectOf(state.selection, gridSize(state)))
  const rows = bottom > top ? `${bottom - top + 1} rows` : 'row'
  const columns = right > left ? `${right - left + 1} columns` : 'column'
  return [
    [
      { label: `Insert ${rows} above`, keys: 'Ctrl +', run: (s) => insertRowsBeside(s, 'above') },
      { label: `Insert ${rows} below`, run: (s) => insertRowsBeside(s, 'below') },
      { label: `Insert ${columns} before`, run: (s) => insertColumnsBeside(s, 'left') },
      { label: `Insert ${columns} after`, run: (s) => insertColumnsBeside(s, 'right') },
    ],
    [
      {
        label: `Move ${rows} up`,
        keys: 'Alt Shift ↑',
        run: (s) => moveSelectedRows(s, -1),
        needsOwnOrder: true,
      },
      {
        label: `Move ${rows} down`,
        keys: 'Alt Shift ↓',
        run: (s) => moveSelectedRows(s, 1),
        needsOwnOrder: true,
      },
      {
        label: `Move ${columns} left`,
        keys: 'Alt Shift ←',
        run: (s) => moveSelectedColumns(s, -1),
      },
      {
        label: `Move ${columns} right`,
        keys: 'Alt Shift →',
        run: (s) => moveSelectedColumns(s, 1),
      },
    ],
    [
      { label: 'Fill down', keys: 'Ctrl D', run: fillDown },
      { label: 'Fill to the right', keys: 'Ctrl R', run: fillRight },
    ],
    [
      { label: `Delete ${rows}`, run: deleteSelectedRows },
      { label: `Delete ${columns}`, run: deleteSelectedColumns },
    ],
  ]
}
