import type { CellPlace } from '#core/documents/csv/sheet-offsets.ts'

/** Pixels. */
export const ROW_HEIGHT = 32
/** The row of column letters. */
export const LETTERS_HEIGHT = 26
/** The letters and the names of the columns, which stay in sight. */
export const HEAD_HEIGHT = LETTERS_HEIGHT + ROW_HEIGHT
/** The numbers of the rows, which stay in sight. */
export const NUMBERS_WIDTH = 56

/** Where each column begins, and after them where the last one ends, in pixels. */
export function columnStarts(sizes: readonly number[]): number[] {
  const starts = [0]
  for (const size of sizes) starts.push((starts.at(-1) ?? 0) + size)
  return starts
}

/** A point of the grid: the cell that is there, or nearest, and whether it is one of the headers. */
export type GridPoint = CellPlace & { isLetters: boolean; isNumbers: boolean }

/** What is at a point of the window. */
export function gridPoint(
  scroller: HTMLElement,
  starts: readonly number[],
  { clientX, clientY }: { clientX: number; clientY: number },
): GridPoint {
  const box = scroller.getBoundingClientRect()
  const x = clientX - box.left - scroller.clientLeft
  const y = clientY - box.top - scroller.clientTop
  const row =
    y < HEAD_HEIGHT ? 0 : 1 + Math.floor((y - HEAD_HEIGHT + scroller.scrollTop) / ROW_HEIGHT)
  const column = columnAt(starts, x - NUMBERS_WIDTH + scroller.scrollLeft)
  return { row, column, isLetters: y < LETTERS_HEIGHT, isNumbers: x < NUMBERS_WIDTH }
}

function columnAt(starts: readonly number[], x: number): number {
  let [low, high] = [0, starts.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= x) low = middle
    else high = middle - 1
  }
  return Math.max(0, low)
}

/** Scrolls as little as is needed to have a cell in sight. */
export function scrollToCell(
  scroller: HTMLElement,
  starts: readonly number[],
  { row, column }: CellPlace,
): void {
  if (row > 0) {
    const top = (row - 1) * ROW_HEIGHT
    const space = scroller.clientHeight - HEAD_HEIGHT - ROW_HEIGHT
    scroller.scrollTop = Math.max(top - space, Math.min(top, scroller.scrollTop))
  }
  const start = starts[column] ?? 0
  const size = (starts[column + 1] ?? start) - start
  const space = scroller.clientWidth - NUMBERS_WIDTH - size
  scroller.scrollLeft = Math.min(start, Math.max(start - space, scroller.scrollLeft))
}

/** Rows that a page has, for the keys that turn pages. */
export function pageRows(scroller: HTMLElement): number {
  return Math.max(1, Math.floor((scroller.clientHeight - HEAD_HEIGHT) / ROW_HEIGHT) - 1)
}
