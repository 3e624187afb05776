import { useEffect, useRef } from 'react'
import type { LiveHint } from '#core/live/live-hint.ts'

/**
 * Calls the listener with each hint that something of the user's may have changed,
 * in another tab or on another device; while the tab is hidden, they wait. What
 * listens is loaded once the page has been hydrated.
 *
 * @param isOn false for a visitor who is not signed in
 */
export function useLiveEvents(listener: (hint: LiveHint) => void, isOn = true): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (!isOn) return
    let stop: (() => void) | undefined
    let isGone = false
    import('./live-connection.ts').then(
      ({ listenToHints }) => {
        if (!isGone) stop = listenToHints((hint) => latest.current(hint))
      },
      // Without it the page shows what it was loaded with, as it would without JavaScript.
      () => {},
    )
    return () => {
      isGone = true
      stop?.()
    }
  }, [isOn])
}
