import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import type { CellPlace } from '#core/documents/csv/sheet-offsets.ts'
import { rectOf } from '../model/selection.ts'
import { gridSize, sheetRow } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'
import { CellInput } from './cell-input.tsx'
import { clipboardHandlers } from './clipboard-handlers.ts'
import { ColumnLetters } from './column-letters.tsx'
import {
  columnStarts,
  HEAD_HEIGHT,
  NUMBERS_WIDTH,
  pageRows,
  ROW_HEIGHT,
  scrollToCell,
} from './grid-geometry.ts'
import { handleGridKey } from './grid-keys.ts'
import { cellId, GridRow } from './grid-row.tsx'
import { useGridPointer } from './use-grid-pointer.ts'

type SheetGridProps = {
  store: SheetStore
  /** The element that has the focus. */
  grid: RefObject<HTMLDivElement>
  label: string
  readOnly: boolean
  /** The width of each column, in pixels. */
  sizes: readonly number[]
  onResize(column: number, size: number | null): void
  /** Cells with a suggestion, in the sheet's rows. */
  marks: readonly CellPlace[]
  onContextMenu(event: MouseEvent): void
  /** What stands over the grid, given where the active cell is, in pixels. */
  children(active: { left: number; top: number }): ReactNode
}

/** Pixels that a small sheet leaves for a scroll bar. */
const SCROLLBAR = 18

/** The cells of a sheet, of which only those in sight are drawn. */
export function SheetGrid(props: SheetGridProps) {
  const { store, grid, readOnly, sizes, onResize, marks } = props
  const state = useSheet(store)
  const { sheet, selection, draft, order } = state
  const gridId = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const isLeaving = useRef(false)
  const size = gridSize(state)
  const starts = useMemo(() => columnStarts(sizes), [sizes])
  const { handlers, fill } = useGridPointer(store, scroller, starts, readOnly)

  const rowWindow = useVirtualizer({
    count: size.rows - 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 5,
  })
  const columnWindow = useVirtualizer({
    count: size.columns,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => sizes[column] ?? 0,
    horizontal: true,
    overscan: 3,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns are measured again when their sizes change
  useLayoutEffect(() => columnWindow.measure(), [sizes])
  const columnItems = columnWindow.getVirtualItems()
  const columns = useMemo(
    () =>
      columnItems.map(({ index, start, size }) => ({ index, start: start + NUMBERS_WIDTH, size })),
    [columnItems],
  )

  const { active, extent } = selection
  const isFirst = useRef(true)
  useEffect(() => {
    // The sheet stays where it is until somebody moves in it.
    if (!isFirst.current && scroller.current) {
      const isWhole = selection.whole !== 'cells'
      if (!isWhole) scrollToCell(scroller.current, starts, selection.extent)
    }
    isFirst.current = false
  }, [selection, starts])

  function onKeyDown(event: KeyboardEvent) {
    const options = {
      readOnly,
      pageRows: scroller.current ? pageRows(scroller.current) : 10,
      isLeaving: isLeaving.current,
    }
    if (event.key !== 'Shift') isLeaving.current = event.key === 'Escape'
    if (handleGridKey(store, event, options)) event.preventDefault()
  }

  const rect = rectOf(selection, size)
  const markedRows = useMemo(() => columnsByRow(marks), [marks])
  const rows = rowWindow.getVirtualItems()
  const isInSight = extent.row === 0 || rows.some(({ index }) => index === extent.row - 1)
  const isDrawn = isInSight && columns.some(({ index }) => index === extent.column)
  const width = NUMBERS_WIDTH + (starts.at(-1) ?? 0)

  function drawRow(row: number, top: number | null) {
    const target = sheetRow(state, row)
    const isSelected = row >= rect.top && row <= rect.bottom
    const isFilled = fill !== null && row >= fill.top && row <= fill.bottom
    const hasHandle = !readOnly && row === rect.bottom && selection.whole === 'cells'
    return (
      <GridRow
        key={row}
        gridId={gridId}
        row={row}
        number={target + 1}
        source={sheet.rows[target]}
        top={top}
        columns={columns}
        selectedFrom={isSelected ? rect.left : -1}
        selectedTo={isSelected ? rect.right : -1}
        activeColumn={row === active.row ? active.column : -1}
        handleColumn={hasHandle ? rect.right : -1}
        fillFrom={isFilled ? fill.left : -1}
        fillTo={isFilled ? fill.right : -1}
        marked={markedRows.get(target) ?? ''}
      />
    )
  }

  const activeTop = active.row === 0 ? HEAD_HEIGHT : HEAD_HEIGHT + active.row * ROW_HEIGHT
  return (
    <div
      ref={scroller}
      className="grid-scroll"
      dir="ltr"
      style={{ height: HEAD_HEIGHT + rowWindow.getTotalSize() + SCROLLBAR }}
    >
      {draft?.where === 'cell' && (
        <CellInput
          key={`${active.row}-${active.column}`}
          store={store}
          state={state}
          draft={draft}
          starts={starts}
          onDone={() => grid.current?.focus({ preventScroll: true })}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: only the cells in sight are there, which a table cannot say */}
      <div
        ref={grid}
        role="grid"
        tabIndex={0}
        className="grid"
        aria-label={props.label}
        aria-multiselectable
        aria-readonly={readOnly}
        aria-rowcount={size.rows + 1}
        aria-colcount={size.columns + 1}
        aria-activedescendant={isDrawn ? cellId(gridId, extent.row, extent.column) : undefined}
        style={{ width }}
        onKeyDown={onKeyDown}
        onContextMenu={props.onContextMenu}
        {...handlers}
        {...clipboardHandlers(store, readOnly)}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className="grid-head" style={{ height: HEAD_HEIGHT }}>
          <ColumnLetters
            columns={columns}
            selectedFrom={rect.left}
            selectedTo={rect.right}
            sort={order ? state.filter.sort : null}
            onResize={onResize}
          />
          {drawRow(0, null)}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className="grid-body" style={{ height: rowWindow.getTotalSize() }}>
          {rows.map(({ index, start }) => drawRow(index + 1, start))}
        </div>
      </div>
      {props.children({ left: NUMBERS_WIDTH + (starts[active.column] ?? 0), top: activeTop })}
    </div>
  )
}

function columnsByRow(marks: readonly CellPlace[]): Map<number, string> {
  const rows = new Map<number, string>()
  for (const { row, column } of marks) {
    const before = rows.get(row)
    rows.set(row, before === undefined ? String(column) : `${before},${column}`)
  }
  return rows
}
