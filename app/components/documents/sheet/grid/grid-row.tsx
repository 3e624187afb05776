import { memo } from 'react'
import { cellValue } from '#core/documents/csv/cell-source.ts'
import type { SheetRow } from '#core/documents/csv/parse-sheet.ts'
import { onOneLine } from '../model/clipboard.ts'
import { readNumber } from '../model/read-number.ts'
import { ROW_HEIGHT } from './grid-geometry.ts'

/** A column that is drawn, in pixels. */
export type DrawnColumn = { index: number; start: number; size: number }

type GridRowProps = {
  gridId: string
  /** As it is shown; row 0 holds the names of the columns. */
  row: number
  /** The row of the sheet, counted from 1. */
  number: number
  source: SheetRow | undefined
  /** Pixels below the names; null for the names themselves. */
  top: number | null
  columns: readonly DrawnColumn[]
  /** The selected columns, `selectedTo` inclusive; -1 where none is. */
  selectedFrom: number
  selectedTo: number
  /** The active cell, or -1. */
  activeColumn: number
  /** Where the handle is that fills; -1 where it is in another row. */
  handleColumn: number
  /** The columns that a fill would reach; -1 where none. */
  fillFrom: number
  fillTo: number
  /** Columns with a suggestion, separated by commas. */
  marked: string
}

/** Characters of a cell that are drawn at most: it has room for one line. */
const DRAWN = 300

/** The id of a cell, by which the grid says which one is active. */
export function cellId(gridId: string, row: number, column: number): string {
  return `${gridId}-${row}-${column}`
}

/** A row of the grid, drawn again only when something in it changes. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { gridId, row, number, source, top, columns, marked } = props
  const marks = marked === '' ? null : new Set(marked.split(',').map(Number))
  const isRowSelected = props.selectedFrom !== -1
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight are there, which a table cannot say
    <div
      role="row"
      className={top === null ? 'grid-row grid-names' : 'grid-row'}
      aria-rowindex={row + 2}
      style={{ height: ROW_HEIGHT, ...(top !== null && { transform: `translateY(${top}px)` }) }}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowheader" aria-colindex={1} data-selected={isRowSelected || undefined}>
        {number}
      </div>
      {columns.map(({ index, start, size }) => {
        const value = cellValue(source?.cells[index] ?? '')
        const isSelected = index >= props.selectedFrom && index <= props.selectedTo
        const isFilled = index >= props.fillFrom && index <= props.fillTo
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useSemanticElements: as above
          <div
            key={index}
            role="gridcell"
            id={cellId(gridId, row, index)}
            aria-colindex={index + 2}
            aria-selected={isSelected}
            data-active={index === props.activeColumn || undefined}
            data-number={readNumber(value) !== null || undefined}
            data-fill={isFilled || undefined}
            data-marked={marks?.has(index) || undefined}
            style={{ transform: `translateX(${start}px)`, width: size }}
          >
            {onOneLine(value.slice(0, DRAWN))}
            {marks?.has(index) && <span className="sr-only"> (has a suggestion)</span>}
            {index === props.handleColumn && <span className="fill-handle" />}
          </div>
        )
      })}
    </div>
  )
})
