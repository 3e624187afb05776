import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { fillInto } from '../model/cell-commands.ts'
import { clampPlace, type Rect, rectOf, type Selection, selectCell } from '../model/selection.ts'
import { filledPart, gridSize } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { beginDraft, commitDraft } from './draft-keys.ts'
import { type GridPoint, gridPoint } from './grid-geometry.ts'

type Drag = { kind: 'select'; whole: Selection['whole'] } | { kind: 'fill'; from: Rect }

/**
 * Selecting and filling with the pointer. A finger taps: the first tap selects, the
 * second edits, and a stroke scrolls.
 *
 * @param starts where the columns begin, in pixels
 * @returns the handlers of the grid, and the range that a fill would reach
 */
export function useGridPointer(
  store: SheetStore,
  scroller: RefObject<HTMLElement>,
  starts: readonly number[],
  readOnly: boolean,
) {
  const drag = useRef<Drag | null>(null)
  const [fill, setFill] = useState<Rect | null>(null)

  function pointOf(event: PointerEvent | React.MouseEvent): GridPoint | null {
    const element = scroller.current
    return element && gridPoint(element, starts, event)
  }

  function select(point: GridPoint, isExtended: boolean): Selection['whole'] {
    const { isLetters, isNumbers } = point
    const state = store.get()
    const place = clampPlace(point, gridSize(state))
    const whole = isLetters ? (isNumbers ? 'all' : 'columns') : isNumbers ? 'rows' : 'cells'
    const from = isExtended ? state.selection.active : isLetters ? { ...place, row: 0 } : place
    const active = isNumbers && !isExtended ? { ...from, column: 0 } : from
    store.set({ selection: { active, extent: place, whole }, notice: '' })
    return whole
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const point = pointOf(event)
    if (!point || event.pointerType === 'touch') return
    const state = store.get()
    commitDraft(store)
    const isHandle = event.target instanceof Element && event.target.closest('.fill-handle')
    if (event.button === 2) {
      if (!isInside(rectOf(state.selection, gridSize(state)), point)) select(point, false)
      return
    }
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    if (isHandle && !readOnly) {
      drag.current = {
        kind: 'fill',
        from: filledPart(state, rectOf(state.selection, gridSize(state))),
      }
    } else drag.current = { kind: 'select', whole: select(point, event.shiftKey) }
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    const point = drag.current && pointOf(event)
    if (!point || !drag.current) return
    const place = clampPlace(point, gridSize(store.get()))
    if (drag.current.kind === 'fill') return setFill(reach(drag.current.from, place))
    const { selection } = store.get()
    const { extent } = selection
    if (extent.row === place.row && extent.column === place.column) return
    store.set({ selection: { ...selection, extent: place, whole: drag.current.whole } })
  }

  function onPointerUp() {
    if (drag.current?.kind === 'fill' && fill) {
      store.apply(fillInto(store.get(), drag.current.from, fill))
    }
    drag.current = null
    setFill(null)
  }

  function onPointerCancel() {
    drag.current = null
    setFill(null)
  }

  function onClick(event: React.MouseEvent<HTMLElement>) {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    const point = pointOf(event)
    if (pointerType !== 'touch' || !point) return
    const { active, extent, whole } = store.get().selection
    const isAgain =
      active.row === point.row && active.column === point.column && active.row === extent.row
    if (isAgain && whole === 'cells' && !point.isLetters && !point.isNumbers && !readOnly) {
      beginDraft(store)
      return
    }
    commitDraft(store)
    select(point, false)
  }

  function onDoubleClick(event: React.MouseEvent<HTMLElement>) {
    const point = pointOf(event)
    if (!point || point.isLetters || point.isNumbers || readOnly) return
    if (event.target instanceof Element && event.target.closest('.fill-handle')) return
    store.set({ selection: selectCell(clampPlace(point, gridSize(store.get()))) })
    beginDraft(store)
  }

  const handlers = {
    onPointerDown,
    onPointerMove,
    onPointerUp,
    onPointerCancel,
    onClick,
    onDoubleClick,
  }
  return { handlers, fill }
}

function isInside({ top, left, bottom, right }: Rect, { row, column }: GridPoint): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

/** The range that a fill reaches: further down or up, or to the right or left, whichever is longer. */
function reach(from: Rect, { row, column }: { row: number; column: number }): Rect | null {
  const down = row > from.bottom ? row - from.bottom : row < from.top ? row - from.top : 0
  const across =
    column > from.right ? column - from.right : column < from.left ? column - from.left : 0
  if (down === 0 && across === 0) return null
  if (Math.abs(down) >= Math.abs(across)) {
    return { ...from, top: Math.min(from.top, row), bottom: Math.max(from.bottom, row) }
  }
  return { ...from, left: Math.min(from.left, column), right: Math.max(from.right, column) }
}
