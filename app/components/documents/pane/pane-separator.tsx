import type { KeyboardEvent, PointerEvent } from 'react'
import { DEFAULT_WIDTH, NARROWEST, WIDEST } from './use-pane-width.ts'

type PaneSeparatorProps = {
  /** Percent of the page that the pane takes; undefined as long as it was never resized. */
  width: number | undefined
  onResize(width: number): void
}

/** Percent that an arrow key moves the separator. */
const STEP = 4

/** The edge between the chat and the pane, which is moved with the pointer or the arrow keys. */
export function PaneSeparator({ width = DEFAULT_WIDTH, onResize }: PaneSeparatorProps) {
  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    const separator = event.currentTarget
    const page = separator.closest('.chat-split')?.getBoundingClientRect()
    if (!page || !separator.hasPointerCapture(event.pointerId)) return
    onResize(((page.right - event.clientX) / page.width) * 100)
  }

  function onKeyDown(event: KeyboardEvent) {
    const next = nextWidth(event.key, width)
    if (next === undefined) return
    event.preventDefault()
    onResize(next)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be focused and moved
    <div
      className="pane-separator needs-js"
      role="separator"
      tabIndex={0}
      aria-label="Width of the document"
      aria-orientation="vertical"
      aria-controls="document-pane"
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={Math.round(width)}
      aria-valuetext={`${Math.round(width)} %`}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  )
}

function nextWidth(key: string, width: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return width + STEP
    case 'ArrowRight':
      return width - STEP
    case 'Home':
      return WIDEST
    case 'End':
      return NARROWEST
    default:
      return undefined
  }
}
