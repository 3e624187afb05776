import type { Place } from '#core/documents/diff/diff-sheet.ts'
import type {
  ShownCell,
  ShownSheetDiff,
  ShownSheetRow,
} from '#core/documents/diff/shown-sheet-diff.ts'
import { counted } from '../versions/version-words.ts'

/** What changed in a sheet: a table with the cells, rows and columns marked that were changed, added or removed. */
export function SheetDiff({ diff }: { diff: ShownSheetDiff }) {
  const { columns, rows } = diff
  const [head, ...body] = rows
  return (
    <>
      <p className="diff-sums">{sheetSums(diff)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table must be scrollable by keyboard */}
      <section className="table-scroll diff-sheet" tabIndex={0} aria-label="Changes of the sheet">
        <table>
          <thead>
            <tr>
              <th scope="col">Row</th>
              {head?.type === 'row' &&
                head.cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a comparison never change
                  <th key={index} scope="col" data-sign={signOf(columns[index])}>
                    {note(columns[index], 'column')}
                    <CellText cell={cell} />
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a comparison never change
              <Row key={index} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

function sheetSums({ sums }: ShownSheetDiff): string {
  const [rowsAdded, rowsRemoved] = sums.rows
  const [columnsAdded, columnsRemoved] = sums.columns
  const texts = [
    sums.cells > 0 && `${counted(sums.cells, 'cell')} changed`,
    rowsAdded > 0 && `${counted(rowsAdded, 'row')} added`,
    rowsRemoved > 0 && `${counted(rowsRemoved, 'row')} removed`,
    columnsAdded > 0 && `${counted(columnsAdded, 'column')} added`,
    columnsRemoved > 0 && `${counted(columnsRemoved, 'column')} removed`,
  ]
  return texts.filter(Boolean).join(', ')
}

function Row({ row, columns }: { row: ShownSheetRow; columns: Place[] }) {
  if (row.type === 'folded') {
    return (
      <tr className="diff-fold">
        <td colSpan={columns.length + 1}>{counted(row.count, 'unchanged row')}</td>
      </tr>
    )
  }
  const { place, cells, number } = row
  return (
    <tr data-sign={signOf(place)} id={number === null ? undefined : `change-${number}`}>
      <th scope="row" className="diff-row-number">
        {note(place, 'row')}
        {(place.to ?? place.from ?? 0) + 1}
      </th>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a comparison never change
        <td key={index} data-sign={signOf(place) ?? signOf(columns[index])}>
          <CellText cell={cell} />
        </td>
      ))}
    </tr>
  )
}

/** A cell's value, or what it was and is. */
function CellText({ cell: { from, to } }: { cell: ShownCell }) {
  if (from === null || to === null || from === to) return to ?? from
  return (
    <>
      {from !== '' && (
        <del>
          <span className="sr-only">removed: </span>
          {from}
        </del>
      )}{' '}
      {to !== '' && (
        <ins>
          <span className="sr-only">added: </span>
          {to}
        </ins>
      )}
    </>
  )
}

function signOf(place: Place | undefined): string | undefined {
  if (place?.from === null) return '+'
  if (place?.to === null) return '−'
  return undefined
}

/** A sign for a row or column that was added or removed, and what it means. */
function note(place: Place | undefined, what: string) {
  const sign = signOf(place)
  if (!sign) return null
  return (
    <>
      <span aria-hidden="true">{sign} </span>
      <span className="sr-only">
        {what} {sign === '+' ? 'added' : 'removed'}:{' '}
      </span>
    </>
  )
}
