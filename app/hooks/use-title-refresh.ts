import { useEffect, useMemo, useRef } from 'react'

/** Milliseconds after the end of a reply at which the list of chats is loaded again. */
const RELOAD_DELAYS = [1_500, 4_000, 10_000]

/**
 * Shows the title of a new chat in the list of chats once it has been written.
 * Usually the open stream brings it; otherwise the list is loaded again a few
 * times after the reply has ended.
 *
 * @param revalidate loads the list of chats again
 */
export function useTitleRefresh(revalidate: () => void) {
  const latestRevalidate = useRef(revalidate)
  const isTitleExpected = useRef(false)
  const timers = useRef<ReturnType<typeof setTimeout>[]>([])
  useEffect(() => {
    latestRevalidate.current = revalidate
  })
  useEffect(() => {
    const pending = timers
    return () => {
      for (const timer of pending.current) clearTimeout(timer)
    }
  }, [])

  return useMemo(
    () => ({
      /** A new chat was created, which will be given a title. */
      expectTitle() {
        isTitleExpected.current = true
      },
      /** The stream has brought the title. */
      titleArrived() {
        isTitleExpected.current = false
        latestRevalidate.current()
      },
      replyEnded() {
        if (!isTitleExpected.current) return
        isTitleExpected.current = false
        timers.current = RELOAD_DELAYS.map((ms) => setTimeout(() => latestRevalidate.current(), ms))
      },
    }),
    [],
  )
}
