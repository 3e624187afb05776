import { useEffect, useState } from 'react'
import { readNumber } from '../model/read-number.ts'
import { isOneCell, type Rect } from '../model/selection.ts'
import { type SheetState, shownValue } from '../model/sheet-state.ts'

/** What a range holds: how many cells that are not empty, how many numbers, and their sum. */
export type RangeSums = { filled: number; numbers: number; sum: number }

/** Milliseconds of counting in one go; the page answers in between. */
const SLICE_MS = 8

/** Counts and adds up a range of more than one cell; null until that is done. */
export function useRangeSums(state: SheetState, rect: Rect): RangeSums | null {
  const [sums, setSums] = useState<RangeSums | null>(null)
  const { sheet, order } = state
  const { top, left, bottom, right } = rect
  useEffect(() => {
    setSums(null)
    const range = { top, left, bottom, right }
    if (isOneCell(range)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const counted: RangeSums = { filled: 0, numbers: 0, sum: 0 }
    function countFrom(first: number) {
      const until = performance.now() + SLICE_MS
      let row = first
      for (; row <= bottom && performance.now() < until; row += 1) {
        countRow({ sheet, order }, row, range, counted)
      }
      if (row > bottom) setSums(counted)
      else timer = setTimeout(countFrom, 0, row)
    }
    // Not while a selection is being drawn.
    timer = setTimeout(countFrom, 60, top)
    return () => clearTimeout(timer)
  }, [sheet, order, top, left, bottom, right])
  return sums
}

function countRow(
  state: Pick<SheetState, 'sheet' | 'order'>,
  row: number,
  { left, right }: Rect,
  counted: RangeSums,
): void {
  for (let column = left; column <= right; column += 1) {
    const value = shownValue(state, { row, column })
    if (value === '') continue
    counted.filled += 1
    const number = readNumber(value)
    if (number === null) continue
    counted.numbers += 1
    counted.sum += number
  }
}
