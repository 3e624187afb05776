import { type RefObject, useCallback, useEffect, useState } from 'react'

/** Further than this above the end, in pixels, the reader has scrolled up. */
const SCROLLED_UP_PX = 240

/**
 * Tells whether the reader has scrolled up in the conversation, and scrolls back
 * to the latest message. The conversation is laid out from its end
 * (`flex-direction: column-reverse`), so that it opens at the latest message and
 * stays there while a reply grows; its `scrollTop` is negative above the end.
 */
export function useScrollToLatest(pane: RefObject<HTMLElement>) {
  const [isScrolledUp, setScrolledUp] = useState(false)

  useEffect(() => {
    const element = pane.current
    if (!element) return
    const onScroll = () => setScrolledUp(element.scrollTop < -SCROLLED_UP_PX)
    element.addEventListener('scroll', onScroll, { passive: true })
    const stopAnchoring = CSS.supports('overflow-anchor', 'auto')
      ? undefined
      : anchorScroll(element)
    return () => {
      element.removeEventListener('scroll', onScroll)
      stopAnchoring?.()
    }
  }, [pane])

  const scrollToLatest = useCallback(() => {
    pane.current?.scrollTo({ top: 0 })
  }, [pane])
  return { isScrolledUp, scrollToLatest }
}

/** Keeps the text that is read in its place while the reply below grows, for browsers without scroll anchoring. */
function anchorScroll(element: HTMLElement) {
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
