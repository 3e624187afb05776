import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Pixels from the end from which on the reader counts as being elsewhere. */
const AWAY_PX = 240

/**
 * The conversation is laid out from its end (`flex-direction: column-reverse`),
 * so it opens at the latest message and stays there while a reply grows,
 * without JavaScript. Offsets are negative above the end.
 */
export function useScrollToLatest(pane: RefObject<HTMLElement>) {
  const [isAway, setAway] = useState(false)

  useEffect(() => {
    const element = pane.current
    if (!element) return
    const onScroll = () => setAway(element.scrollTop < -AWAY_PX)
    element.addEventListener('scroll', onScroll, { passive: true })
    const release = CSS.supports('overflow-anchor', 'auto') ? undefined : holdPlace(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      release?.()
    }
  }, [pane])

  const toLatest = useCallback(() => {
    pane.current?.scrollTo({ top: 0 })
  }, [pane])
  return { isAway, toLatest }
}

/** Keeps what is read in its place while the reply below grows, in browsers without scroll anchoring. */
function holdPlace(element: HTMLElement) {
  const content = element.firstElementChild
  if (!content) return
  let height = content.clientHeight
  const observer = new ResizeObserver(() => {
    const grown = content.clientHeight - height
    height = content.clientHeight
    if (element.scrollTop < 0) element.scrollTop -= grown
  })
  observer.observe(content)
  return () => observer.disconnect()
}
