import type { FormEvent } from 'react'
import { valueAt } from '#core/documents/csv/edit-cells.ts'
import { columnName } from '../model/column-name.ts'
import { widthOf } from '../model/sheet-state.ts'
import type { SheetStore } from '../model/sheet-store.ts'
import { FILTER_TESTS, type FilterBy } from '../model/shown-order.ts'
import { useSheet } from '../use-sheet.ts'

/** Columns that can be chosen to filter by. */
const MOST_COLUMNS = 500

type FilterMenuProps = { store: SheetStore; onDone(): void }

/** Sorting by the column of the active cell, and showing only some rows. */
export function FilterMenu({ store, onDone }: FilterMenuProps) {
  const { sheet, selection, filter } = useSheet(store)
  const { column } = selection.active
  const columns = Math.min(widthOf(sheet), MOST_COLUMNS)

  function sort(isDescending: boolean) {
    store.filter({ ...filter, sort: { column, isDescending } })
    onDone()
  }
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = String(form.get('column'))
    const test = FILTER_TESTS.find((name) => name === form.get('test')) ?? 'contains'
    const value = String(form.get('value'))
    const by: FilterBy = { column: chosen === 'any' ? null : Number(chosen), test, value }
    store.filter({ ...filter, filter: by })
    onDone()
  }

  return (
    <>
      <p className="muted">Only how the rows are shown. The document stays as it is.</p>
      <div className="action-group">
        <button type="button" onClick={() => sort(false)}>
          Sort by {nameOf(sheet, column)}, A to Z
        </button>
        <button type="button" onClick={() => sort(true)}>
          Sort by {nameOf(sheet, column)}, Z to A
        </button>
      </div>
      {/* The fields begin with the column of the active cell each time another one is active. */}
      <form key={column} className="filter-form" onSubmit={onSubmit}>
        <label>
          Show rows where
          <select name="column" defaultValue={column < columns ? column : 'any'}>
            <option value="any">any column</option>
            {Array.from({ length: columns }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <option key={index} value={index}>
                {nameOf(sheet, index)}
              </option>
            ))}
          </select>
        </label>
        <select name="test" aria-label="Test" defaultValue={filter.filter?.test ?? 'contains'}>
          {FILTER_TESTS.map((test) => (
            <option key={test}>{test}</option>
          ))}
        </select>
        <input
          name="value"
          aria-label="Value"
          autoComplete="off"
          defaultValue={filter.filter?.value ?? ''}
        />
        <button type="submit" className="button small primary">
          Filter
        </button>
      </form>
    </>
  )
}

/** What a column is called: its letter and its name. */
export function nameOf(sheet: Parameters<typeof valueAt>[0], column: number): string {
  const name = valueAt(sheet, 0, column).trim().slice(0, 40)
  return name === '' ? columnName(column) : `${columnName(column)} · ${name}`
}
