/** Pixels between a popover and what it belongs to. */
const GAP = 6
/** Pixels that stay free at the edges of the window. */
const MARGIN = 8

/**
 * Places an open popover below an element, or above it where there is more room,
 * and inside the window.
 *
 * @param atEnd whether their right edges are in line, instead of the left ones
 */
export function placeBeside(popover: HTMLElement, element: HTMLElement, atEnd: boolean): void {
  const around = element.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const left = atEnd ? around.right - width : around.left
  const below = around.bottom + GAP
  const isBelow = below + height <= innerHeight - MARGIN || around.top < innerHeight / 2
  const top = isBelow ? below : around.top - GAP - height
  popover.style.inset = 'auto'
  popover.style.margin = '0'
  popover.style.left = `${within(left, innerWidth - width)}px`
  popover.style.top = `${within(top, innerHeight - height)}px`
}

function within(value: number, largest: number): number {
  return Math.max(MARGIN, Math.min(value, largest - MARGIN))
}
