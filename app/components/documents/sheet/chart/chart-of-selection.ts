import { rectOf } from '../model/selection.ts'
import { filledPart, gridSize, type SheetState } from '../model/sheet-state.ts'
import { type ChartChoice, MOST_SERIES, numberColumns, readChartChoice } from './chart-choice.ts'

/**
 * The chart that is offered for a sheet: of the columns that are selected, where more
 * than one is, else of those that hold numbers.
 */
export function chartOfSelection(state: SheetState): ChartChoice | null {
  const offered = readChartChoice(new URLSearchParams('chart=auto'), state.sheet)
  const { left, right } = filledPart(state, rectOf(state.selection, gridSize(state)))
  if (!offered || left === right) return offered
  const numbers = numberColumns(state.sheet).filter((column) => column >= left && column <= right)
  const labels = Array.from({ length: right - left + 1 }, (_, index) => left + index).find(
    (column) => !numbers.includes(column),
  )
  if (numbers.length === 0) return offered
  return { ...offered, x: labels ?? offered.x, y: numbers.slice(0, MOST_SERIES) }
}
