import { type RefObject, useEffect, useRef } from 'react'

/** So near to the end, in pixels, a reader follows what is written. */
const NEAR_END_PX = 120

/**
 * Keeps the end of what is being written in view, until the reader scrolls up.
 *
 * @param content what is written, which grows
 */
export function useFollowedEnd(
  body: RefObject<HTMLElement>,
  isLive: boolean,
  content: string | undefined,
): void {
  const follows = useRef(true)

  useEffect(() => {
    const element = body.current
    if (!element || !isLive) return
    follows.current = true
    const onScroll = () => {
      const below = element.scrollHeight - element.scrollTop - element.clientHeight
      follows.current = below < NEAR_END_PX
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [body, isLive])

  // biome-ignore lint/correctness/useExhaustiveDependencies: every growth may push the end out of view
  useEffect(() => {
    const element = body.current
    if (element && isLive && follows.current) element.scrollTop = element.scrollHeight
  }, [body, isLive, content])
}
