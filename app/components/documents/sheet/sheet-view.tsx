import { Link, useLocation } from '@remix-run/react'
import { memo } from 'react'
import { ReadChart } from './chart/read-chart.tsx'
import { columnName } from './model/column-name.ts'
import { readNumber } from './model/read-number.ts'
import { PAGE_ROWS, type ShownRow, useShownRows } from './use-shown-rows.ts'

type SheetViewProps = {
  document: { id: string; createdAt: string }
  content: string
  /** Whether the content goes on, which the page then says. */
  isCut: boolean
  /** Whether the content is still being written: its last rows are shown. */
  isLive?: boolean
}

/**
 * A sheet to read: a page of its rows below the row that names the columns. The
 * address says which page (`?row=`), so that it works without JavaScript.
 */
export function SheetView({ document, content, isCut, isLive = false }: SheetViewProps) {
  const { search } = useLocation()
  const from = isLive ? undefined : rowOf(search)
  const { head, rows, total, next, isNarrowed } = useShownRows(content, from)
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.length)
  const first = rows[0]?.index ?? 1
  if (total === 0) return <p className="note">This sheet is empty.</p>
  return (
    <div className="sheet-view">
      {!isLive && total > 1 && (
        <ReadChart document={document} content={content} isCut={isCut} search={search} />
      )}
      {isLive && first > 1 && (
        <p className="note">
          {count(first - 1, 'row')} above these are shown when the sheet is written.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="table-scroll sheet-scroll" tabIndex={0} aria-label="Sheet">
        <table>
          <thead>
            <tr className="sheet-letters">
              <td />
              {Array.from({ length: width }, (_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <th key={column} scope="col">
                  {columnName(column)}
                </th>
              ))}
            </tr>
            <tr className="sheet-names">
              <th scope="row">1</th>
              {head.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
                <th key={column} scope="col" className={alignment(cell)}>
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.index} row={row} text={row.cells.join('\u001F')} />
            ))}
          </tbody>
        </table>
      </section>
      {!isLive && (first > 1 || next < total) && (
        <Pages first={first} next={next} total={total} isCut={isCut} search={search} />
      )}
      {isNarrowed && (
        <p className="note">
          This page shows the first {width} columns. The download has all of them.
        </p>
      )}
    </div>
  )
}

type RowProps = {
  row: ShownRow
  /** What the row holds, by which it is known whether it has changed. */
  text: string
}

const Row = memo(
  function Row({ row: { index, cells } }: RowProps) {
    return (
      <tr>
        <th scope="row">{index + 1}</th>
        {cells.map((cell, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <td key={column} className={alignment(cell)}>
            {cell}
          </td>
        ))}
      </tr>
    )
  },
  (before, after) => before.text === after.text && before.row.index === after.row.index,
)

type PagesProps = { first: number; next: number; total: number; isCut: boolean; search: string }

function Pages({ first, next, total, isCut, search }: PagesProps) {
  return (
    <nav className="note" aria-label="Rows">
      <span>
        Rows {(first + 1).toLocaleString('en')} to {next.toLocaleString('en')} of{' '}
        {isCut ? 'the first ' : ''}
        {total.toLocaleString('en')}
      </span>
      {first > 1 && (
        <Link to={pageAt(search, Math.max(1, first - PAGE_ROWS))} preventScrollReset>
          Previous rows
        </Link>
      )}
      {next < total && (
        <Link to={pageAt(search, next)} preventScrollReset>
          Next rows
        </Link>
      )}
    </nav>
  )
}

/** The row at which a page begins; rows have their number in the address as on the page. */
function rowOf(search: string): number {
  const row = Number(new URLSearchParams(search).get('row') ?? 2)
  return Number.isSafeInteger(row) && row >= 2 ? row - 1 : 1
}

function pageAt(search: string, row: number): string {
  const query = new URLSearchParams(search)
  query.set('row', String(row + 1))
  return `?${query}`
}

function alignment(cell: string): string | undefined {
  return readNumber(cell) === null ? undefined : 'align-right'
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}
