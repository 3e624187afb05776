import { memo, type PointerEvent, useRef } from 'react'
import { columnName } from '../model/column-name.ts'
import { COLUMN_BOUNDS } from '../model/column-sizes.ts'
import type { SortBy } from '../model/shown-order.ts'
import type { DrawnColumn } from './grid-row.tsx'

type ColumnLettersProps = {
  columns: readonly DrawnColumn[]
  selectedFrom: number
  selectedTo: number
  sort: SortBy | null
  onResize(column: number, size: number | null): void
}

/** The letters of the columns, with an edge to draw them wider; a double click fits what they hold. */
export const ColumnLetters = memo(function ColumnLetters(props: ColumnLettersProps) {
  const { columns, selectedFrom, selectedTo, sort, onResize } = props
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell
    // biome-ignore lint/a11y/useSemanticElements: only the columns in sight are there, which a table cannot say
    <div role="row" className="grid-row grid-letters" aria-rowindex={1}>
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="columnheader" aria-colindex={1} className="grid-corner">
        <span className="sr-only">Row</span>
      </div>
      {columns.map(({ index, start, size }) => (
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        // biome-ignore lint/a11y/useSemanticElements: as above
        <div
          key={index}
          role="columnheader"
          aria-colindex={index + 2}
          aria-sort={sortOf(index, sort)}
          data-selected={(index >= selectedFrom && index <= selectedTo) || undefined}
          style={{ transform: `translateX(${start}px)`, width: size }}
        >
          {columnName(index)}
          {sort?.column === index && (
            <span aria-hidden="true">{sort.isDescending ? ' ↓' : ' ↑'}</span>
          )}
          <ColumnEdge column={index} size={size} onResize={onResize} />
        </div>
      ))}
    </div>
  )
})

function sortOf(column: number, sort: SortBy | null): 'ascending' | 'descending' | undefined {
  if (sort?.column !== column) return undefined
  return sort.isDescending ? 'descending' : 'ascending'
}

type ColumnEdgeProps = { column: number; size: number; onResize: ColumnLettersProps['onResize'] }

function ColumnEdge({ column, size, onResize }: ColumnEdgeProps) {
  const begun = useRef<{ x: number; size: number } | null>(null)

  function onPointerDown(event: PointerEvent<HTMLSpanElement>) {
    event.stopPropagation()
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    begun.current = { x: event.clientX, size }
  }
  function onPointerMove({ clientX }: PointerEvent) {
    if (!begun.current) return
    const wanted = begun.current.size + clientX - begun.current.x
    onResize(column, Math.max(COLUMN_BOUNDS.least, Math.min(COLUMN_BOUNDS.most, wanted)))
  }

  return (
    <span
      className="column-edge"
      aria-hidden="true"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        begun.current = null
      }}
      onPointerCancel={() => {
        begun.current = null
      }}
      onDoubleClick={(event) => {
        event.stopPropagation()
        onResize(column, null)
      }}
    />
  )
}
