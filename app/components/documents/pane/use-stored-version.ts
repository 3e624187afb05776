import { useNavigation, useRevalidator } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import type { DocumentDraft } from '#hooks/chat/document-drafts.ts'

/** Milliseconds between two looks for a document that is about to be written. */
const RETRY_MS = 2_000

/**
 * Loads the stored version once a reply has written it, and looks for one while
 * there is none.
 *
 * @param isStored whether a version of the document has been loaded
 * @returns whether the draft is shown: it is until the version that became of it has been loaded
 */
export function useStoredVersion(draft: DocumentDraft | undefined, isStored: boolean): boolean {
  const { revalidate, state } = useRevalidator()
  // Loading again would end a navigation, which loads by itself.
  const isNavigating = useNavigation().state !== 'idle'
  /** The ended draft that the loaded version replaces. */
  const [settled, setSettled] = useState(isStored ? draft : undefined)
  const isRequested = useRef(false)
  const isEnded = draft !== undefined && draft.state !== 'writing'
  const isAwaited = isEnded && settled !== draft

  useEffect(() => {
    if (!isAwaited || isNavigating || state !== 'idle') return
    if (isRequested.current) setSettled(draft)
    else revalidate()
    isRequested.current = !isRequested.current
  }, [isAwaited, isNavigating, state, draft, revalidate])

  useEffect(() => {
    if (isStored || isNavigating || (draft && !isEnded)) return
    const timer = setInterval(revalidate, RETRY_MS)
    return () => clearInterval(timer)
  }, [isStored, isNavigating, draft, isEnded, revalidate])

  return draft !== undefined && (!isEnded || isAwaited)
}
