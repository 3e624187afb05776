import { useNavigate, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'
import { paths } from '#app/paths.ts'
import { useDocumentPlace } from '../document-place.tsx'

/** Milliseconds for which a version is shown while the versions are played. */
const SHOWN_MS = 1_800

type Steps = { previous: string | null; next: string | null; first: string | null }

/**
 * Steps through the versions of a document with Alt and an arrow key, and plays
 * them: each for a moment, from the shown one to the newest; from the newest, from
 * the `first` one. A version that is slow to load is waited for.
 */
export function useVersionSteps({ previous, next, first }: Steps) {
  const [playing, setPlaying] = useState(false)
  const navigate = useNavigate()
  const isLoading = useNavigation().state !== 'idle'
  const { here } = useDocumentPlace()
  const show = useCallback(
    (version: string, replace: boolean) =>
      navigate(here + paths.versionQuery(version), { replace, preventScrollReset: true }),
    [navigate, here],
  )

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || isTyping(event))
        return
      const version = { ArrowLeft: previous, ArrowRight: next }[event.key]
      if (version === undefined) return
      // In browsers these keys go back and forward.
      event.preventDefault()
      if (version) show(version, false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [previous, next, show])

  useEffect(() => {
    if (!playing || isLoading) return
    const timer = setTimeout(() => (next ? show(next, true) : setPlaying(false)), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [playing, isLoading, next, show])

  return {
    playing,
    play() {
      setPlaying(true)
      if (!next && first) show(first, false)
    },
    stop: () => setPlaying(false),
  }
}

/** Whether a key is meant for what is being edited: there Alt and an arrow move by words. */
function isTyping({ target }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="grid"]'))
  )
}
