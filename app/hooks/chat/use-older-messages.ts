import { type RefObject, useEffect, useState } from 'react'
import type { ChatSession } from './chat-session.ts'

/** Pixels above what is seen at which older messages are loaded. */
const MARGIN = '1200px 0px 0px 0px'

/**
 * Loads older messages as the reader comes near the first of those that are
 * there. The conversation is laid out from its end, so that nothing moves.
 *
 * @param link the link to the older messages, which is there as long as there are some
 * @returns what is announced to screen readers, and whether the messages could not be loaded
 */
export function useOlderMessages(
  link: RefObject<HTMLElement>,
  { session, first }: { session: ChatSession; first: string | undefined },
) {
  const [announcement, setAnnouncement] = useState('')
  const [hasFailed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once they are loaded, it is looked again where the link stands
  useEffect(() => {
    const element = link.current
    if (!element || hasFailed) return
    let isLoading = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || isLoading) return
        isLoading = true
        session.loadOlder().then(
          () => setAnnouncement('Older messages loaded'),
          () => setFailed(true),
        )
      },
      { root: element.closest('.thread-scroll'), rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [link, session, first, hasFailed])
  return { announcement, hasFailed }
}
