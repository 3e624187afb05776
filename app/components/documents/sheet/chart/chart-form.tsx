import type { FormEvent } from 'react'
import type { Sheet } from '#core/documents/csv/parse-sheet.ts'
import { widthOf } from '../model/sheet-state.ts'
import {
  CHART_KINDS,
  type ChartChoice,
  columnLabel,
  MOST_COLUMNS,
  MOST_SERIES,
  numberColumns,
  readChartChoice,
} from './chart-choice.ts'

type ChartFormProps = {
  sheet: Sheet
  choice: ChartChoice
  /** The rest of the address, which the form keeps. */
  kept: [name: string, value: string][]
  onChoose(choice: ChartChoice): void
}

const KIND_NAMES = { bar: 'Bars', line: 'Lines', scatter: 'Points', pie: 'Pie' }

/**
 * What a chart draws. The form asks for the page with another chart; with JavaScript
 * the chart changes at once.
 */
export function ChartForm({ sheet, choice, kept, onChoose }: ChartFormProps) {
  const width = Math.min(widthOf(sheet), MOST_COLUMNS)
  const columns = Array.from({ length: width }, (_, column) => column)
  const offered = [...new Set([...numberColumns(sheet), ...choice.y])].sort((a, b) => a - b)
  const isFull = choice.y.length >= MOST_SERIES

  function read(event: FormEvent<HTMLFormElement>) {
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(event.currentTarget)) query.append(name, String(value))
    const chosen = readChartChoice(query, sheet)
    // An address that names no column has one chosen for it; here none is.
    if (chosen) onChoose(query.has('y') ? chosen : { ...chosen, y: [] })
  }

  return (
    <form
      method="get"
      className="chart-form"
      aria-label="Chart"
      onChange={read}
      onSubmit={(event) => {
        event.preventDefault()
        read(event)
      }}
    >
      {kept.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <label>
        Kind
        <select name="chart" defaultValue={choice.kind}>
          {CHART_KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {KIND_NAMES[kind]}
            </option>
          ))}
        </select>
      </label>
      <label>
        Along the bottom
        <select name="x" defaultValue={choice.x ?? 'row'}>
          <option value="row">Row numbers</option>
          {columns.map((column) => (
            <option key={column} value={column}>
              {columnLabel(sheet, column)}
            </option>
          ))}
        </select>
      </label>
      <fieldset>
        <legend>Draw</legend>
        {offered.map((column) => {
          const isChosen = choice.y.includes(column)
          return (
            <label key={column} className="chart-column">
              <input
                type="checkbox"
                name="y"
                value={column}
                defaultChecked={isChosen}
                disabled={isFull && !isChosen}
              />
              {columnLabel(sheet, column)}
            </label>
          )
        })}
      </fieldset>
      <noscript>
        <button type="submit" className="button small">
          Draw
        </button>
      </noscript>
    </form>
  )
}
