import { type ReactNode, useRef } from 'react'
import type { SheetStore } from '../model/sheet-store.ts'
import { useSheet } from '../use-sheet.ts'
import { ActionList } from './action-list.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { ImportFile } from './import-file.tsx'

type SheetBarProps = {
  store: SheetStore
  readOnly: boolean
  isChartOpen: boolean
  onChart(): void
  /** Gives the focus back to the grid. */
  onDone(): void
}

/** The tools of a sheet. */
export function SheetBar({ store, readOnly, isChartOpen, onChart, onDone }: SheetBarProps) {
  useSheet(store)
  return (
    <div className="sheet-bar" role="toolbar" aria-label="Sheet">
      {!readOnly && (
        <>
          <button
            type="button"
            className="button small"
            disabled={!store.canUndo()}
            onClick={() => store.undo()}
          >
            Undo
          </button>
          <button
            type="button"
            className="button small"
            disabled={!store.canRedo()}
            onClick={() => store.redo()}
          >
            Redo
          </button>
          <BarMenu label="Rows and columns" onDone={onDone}>
            {(close) => <ActionList store={store} onDone={close} />}
          </BarMenu>
        </>
      )}
      <BarMenu label="Sort and filter" onDone={onDone}>
        {(close) => <FilterMenu store={store} onDone={close} />}
      </BarMenu>
      <button type="button" className="button small" aria-pressed={isChartOpen} onClick={onChart}>
        Chart
      </button>
      {!readOnly && <ImportFile store={store} onDone={onDone} />}
    </div>
  )
}

type BarMenuProps = { label: string; onDone(): void; children(close: () => void): ReactNode }

function BarMenu({ label, onDone, children }: BarMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  function close() {
    if (menu.current) menu.current.open = false
    onDone()
  }
  return (
    <details ref={menu} className="menu opens-below">
      <summary className="button small">{label}</summary>
      <div className="menu-body sheet-actions">{children(close)}</div>
    </details>
  )
}
