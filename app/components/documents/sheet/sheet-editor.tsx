import { useLocation } from '@remix-run/react'
import {
  type MouseEvent,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { EditorProps } from '../editing/editor-contract.ts'
import { CellBar } from './bar/cell-bar.tsx'
import { ContextMenu } from './bar/context-menu.tsx'
import { OrderNote } from './bar/order-note.tsx'
import { SheetBar } from './bar/sheet-bar.tsx'
import { StatusLine } from './bar/status-line.tsx'
import { SuggestionPopover } from './bar/suggestion-popover.tsx'
import { readChartChoice } from './chart/chart-choice.ts'
import { chartOfSelection } from './chart/chart-of-selection.ts'
import { EditedChart } from './chart/edited-chart.tsx'
import { SheetGrid } from './grid/sheet-grid.tsx'
import { columnSizes } from './model/column-sizes.ts'
import { selectedSource } from './model/selected-source.ts'
import { gridSize, sheetRow } from './model/sheet-state.ts'
import { createSheetStore } from './model/sheet-store.ts'
import { useSheet } from './use-sheet.ts'
import { useSuggestionMarks } from './use-suggestion-marks.ts'

/** The grid in which a sheet is edited (docs/decisions/0033-sheets.md). */
export default function SheetEditor(props: EditorProps) {
  const { title, initialContent, readOnly, handle, suggestions, onSelect } = props
  const onChange = useRef(props.onChange)
  onChange.current = props.onChange
  const [store] = useState(() => createSheetStore(initialContent, () => onChange.current()))
  const state = useSheet(store)
  const grid = useRef<HTMLDivElement>(null)
  const focusGrid = useCallback(() => grid.current?.focus({ preventScroll: true }), [])
  const [menu, setMenu] = useState<{ x: number; y: number } | null>(null)
  const closeMenu = useCallback(() => {
    setMenu(null)
    focusGrid()
  }, [focusGrid])

  const hasSelected = useRef(false)
  useImperativeHandle(
    handle,
    () => ({
      getContent: () => store.getContent(),
      setContent: (content) => store.setContent(content),
      getSelection: () => (hasSelected.current ? selectedSource(store.get()) : null),
      focus: focusGrid,
    }),
    [store, focusGrid],
  )

  const { selection, sheet, order } = state
  const first = useRef(selection)
  // biome-ignore lint/correctness/useExhaustiveDependencies: said when the selection or the content under it changes
  useEffect(() => {
    // That the first cell is active when a sheet opens is nobody's choice.
    if (selection !== first.current) hasSelected.current = true
    if (!hasSelected.current) return
    const timer = setTimeout(() => onSelect(selectedSource(store.get())), 100)
    return () => clearTimeout(timer)
  }, [selection, sheet, order])

  const [resized, setResized] = useState<ReadonlyMap<number, number>>(new Map())
  const { columns } = gridSize(state)
  const [measured, setMeasured] = useState(sheet)
  const sizes = useMemo(() => {
    const fitted = columnSizes(measured, columns)
    return fitted.map((size, column) => resized.get(column) ?? size)
  }, [measured, columns, resized])
  const onResize = useCallback(
    (column: number, size: number | null) => {
      setResized((before) => {
        const after = new Map(before)
        if (size === null) after.delete(column)
        else after.set(column, size)
        return after
      })
      if (size === null) setMeasured(store.get().sheet)
    },
    [store],
  )

  const { search } = useLocation()
  const [chart, setChart] = useState(() => readChartChoice(new URLSearchParams(search), sheet))
  function toggleChart() {
    setChart(chart ? null : chartOfSelection(store.get()))
  }

  const marks = useSuggestionMarks(store, sheet, suggestions)
  const places = useMemo(() => marks.map(({ place }) => place), [marks])
  const activeRow = sheetRow(state, selection.active.row)
  const here = marks.filter(
    ({ place }) => place.row === activeRow && place.column === selection.active.column,
  )

  function onContextMenu(event: MouseEvent) {
    if (readOnly) return
    event.preventDefault()
    const box = event.currentTarget.getBoundingClientRect()
    // A key that asks for the menu tells no place.
    const isKey = event.clientX === 0 && event.clientY === 0
    setMenu(isKey ? { x: box.left + 80, y: box.top + 80 } : { x: event.clientX, y: event.clientY })
  }

  return (
    <div className="sheet-editor">
      <SheetBar
        store={store}
        readOnly={readOnly}
        isChartOpen={chart !== null}
        onChart={toggleChart}
        onDone={focusGrid}
      />
      {chart && (
        <EditedChart
          documentId={props.documentId}
          sheet={sheet}
          choice={chart}
          onChoose={setChart}
          onClose={() => {
            setChart(null)
            focusGrid()
          }}
        />
      )}
      <OrderNote store={store} onDone={focusGrid} />
      <CellBar store={store} readOnly={readOnly} onDone={focusGrid} />
      <SheetGrid
        store={store}
        grid={grid}
        label={title}
        readOnly={readOnly}
        sizes={sizes}
        onResize={onResize}
        marks={places}
        onContextMenu={onContextMenu}
      >
        {(at) =>
          here.length > 0 &&
          !state.draft && (
            <SuggestionPopover
              at={at}
              suggestions={here.map(({ suggestion }) => suggestion)}
              onAccept={(id) => {
                props.onAccept(id)
                focusGrid()
              }}
              onDismiss={(id) => {
                props.onDismiss(id)
                focusGrid()
              }}
            />
          )
        }
      </SheetGrid>
      <StatusLine store={store} />
      {menu && <ContextMenu store={store} at={menu} onClose={closeMenu} />}
    </div>
  )
}
