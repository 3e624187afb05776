import { useCallback, useEffect, useState } from 'react'

/** Percent of the page beside the sidebar that the pane takes. */
export const DEFAULT_WIDTH = 55
export const NARROWEST = 30
export const WIDEST = 75

const STORAGE_KEY = 'document-pane-width'

/** The width of the pane in percent, which is remembered; undefined until it was ever resized. */
export function usePaneWidth() {
  const [width, setWidth] = useState<number>()

  useEffect(() => {
    const stored = readWidth()
    if (stored !== undefined) setWidth(stored)
  }, [])

  const resize = useCallback((wanted: number) => {
    const next = Math.min(Math.max(wanted, NARROWEST), WIDEST)
    setWidth(next)
    writeWidth(next)
  }, [])

  return { width, resize }
}

// The browser's storage may be full or forbidden. Then the width is not remembered.
function readWidth(): number | undefined {
  try {
    const stored = Number(localStorage.getItem(STORAGE_KEY))
    return stored >= NARROWEST && stored <= WIDEST ? stored : undefined
  } catch {
    return undefined
  }
}

function writeWidth(width: number) {
  try {
    localStorage.setItem(STORAGE_KEY, width.toFixed(1))
  } catch {}
}
