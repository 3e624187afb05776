import { memo, useEffect, useRef } from 'react'
import type { OutputItem } from './output-items.ts'
import { OutputPlot } from './output-plot.tsx'
import type { ProgramError, TableData } from './run-message.ts'

type OutputListProps = {
  items: OutputItem[]
  onGoToLine(line: number): void
}

/** So near to its end, in pixels, the output is followed as it comes. */
const NEAR_END_PX = 40

/** What a program has put out, in order; its end is kept in view until somebody scrolls up. */
export function OutputList({ items, onGoToLine }: OutputListProps) {
  const list = useRef<HTMLDivElement>(null)
  const isFollowed = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: all that is added may push the end out of view
  useEffect(() => {
    const element = list.current
    if (element && isFollowed.current) element.scrollTop = element.scrollHeight
  }, [items])

  function onScroll() {
    const element = list.current
    if (!element) return
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    isFollowed.current = below < NEAR_END_PX
  }

  return (
    <div
      ref={list}
      className="run-output"
      role="log"
      aria-live="polite"
      aria-label="Output"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long output must be scrollable by keyboard
      tabIndex={0}
      onScroll={onScroll}
    >
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: output only grows at its end
        <Item key={index} item={item} onGoToLine={onGoToLine} />
      ))}
    </div>
  )
}

type ItemProps = { item: OutputItem; onGoToLine(line: number): void }

const Item = memo(function Item({ item, onGoToLine }: ItemProps) {
  switch (item.type) {
    case 'text':
      return <pre className={`run-text run-${item.stream}`}>{item.text.replace(/\n$/, '')}</pre>
    case 'value':
      return <pre className="run-text run-value">{item.text}</pre>
    case 'table':
      return <OutputTable table={item} />
    case 'plot':
      return <OutputPlot plot={item} />
    case 'error':
      return <ErrorItem error={item} onGoToLine={onGoToLine} />
  }
})

function ErrorItem({ error, onGoToLine }: { error: ProgramError; onGoToLine(line: number): void }) {
  const callers = [...new Set(error.trace)].filter((line) => line !== error.line).slice(0, 5)
  const renderLine = (line: number) => (
    <button key={line} type="button" className="run-line" onClick={() => onGoToLine(line)}>
      line {line}
    </button>
  )
  return (
    <div className="run-error">
      <pre className="run-text">{error.message}</pre>
      {error.line !== undefined && (
        <p>
          In {renderLine(error.line)}
          {callers.length > 0 && ', called from '}
          {callers.map((line, index) => [index > 0 && ', ', renderLine(line)])}
        </p>
      )}
    </div>
  )
}

function OutputTable({ table: { columns, rows, total } }: { table: TableData }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="run-table" tabIndex={0} aria-label="Table">
        <table>
          {columns && (
            <thead>
              <tr>
                {columns.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a table of a program never changes
                  <th key={index}>{name}</th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a table of a program never changes
              <tr key={index}>
                {row.map((cell, column) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a table of a program never changes
                  <td key={column} className={isNumber(cell) ? 'align-right' : undefined}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > rows.length && (
        <p className="note">
          These are the first {rows.length} of {total} rows.
        </p>
      )}
    </>
  )
}

function isNumber(cell: string): boolean {
  return cell !== '' && Number.isFinite(Number(cell))
}
