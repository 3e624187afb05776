import { useEffect, useMemo, useRef } from 'react'

/** Milliseconds after a reply at which the history is looked at again for a title. */
const LATER = [1_500, 4_000, 10_000]

/**
 * Keeps the history's title of a new chat fresh: at once when the open stream
 * brings it, else a few looks after the reply has ended.
 */
export function useTitleRefresh(revalidate: () => void) {
  const latest = useRef(revalidate)
  const expected = useRef(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => {
    latest.current = revalidate
  })
  useEffect(() => {
    const held = timers
    return () => {
      for (const timer of held.current) clearTimeout(timer)
    }
  }, [])

  return useMemo(
    () => ({
      /** A new chat was made: a title will come. */
      expect() {
        expected.current = true
      },
      /** The title has come with the stream. */
      arrived() {
        expected.current = false
        latest.current()
      },
      replyEnded() {
        if (!expected.current) return
        expected.current = false
        timers.current = LATER.map((ms) => setTimeout(() => latest.current(), ms))
      },
    }),
    [],
  )
}
