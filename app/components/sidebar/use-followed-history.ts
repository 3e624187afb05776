import { useEffect, useRef } from 'react'
import { useLiveEvents } from '#hooks/live/use-live-events.ts'
import { useRevalidate } from '#hooks/use-revalidate.ts'

/** Several hints that come together load the page's data once. */
const GATHER_MS = 300

/**
 * Loads the data of the page again when something of it may have changed in
 * another tab or on another device.
 *
 * @param isOn false for a visitor who is not signed in
 */
export function useFollowedHistory(isOn: boolean): void {
  const revalidate = useRevalidate()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveEvents((hint) => {
    if (hint.type === 'chat' && hint.event === 'votes') return
    clearTimeout(timer.current)
    timer.current = setTimeout(revalidate, GATHER_MS)
  }, isOn)
}
