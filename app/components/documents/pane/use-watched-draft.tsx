import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import type { Editing } from '../editing/use-editing.ts'

type Input = {
  /** Whether a reply writes the document now. */
  isLive: boolean
  /** Whether what it writes, or has written, is newer than what the page has loaded. */
  isDraftNewer: boolean
  editing: Editing | null
  body: RefObject<HTMLElement>
}

/**
 * Decides between the editor and what a reply writes of the same document: who is
 * editing keeps the editor, and everybody can change over.
 *
 * @returns whether the draft is shown, and a line that says so
 */
export function useWatchedDraft({ isLive, isDraftNewer, editing, body }: Input) {
  const [isWatched, setIsWatched] = useState(true)
  const canChoose = editing?.mode === 'edit'
  const hasEdited = editing?.buffer.hasChanged() ?? false

  // biome-ignore lint/correctness/useExhaustiveDependencies: decided once, as a reply begins to write
  useLayoutEffect(() => {
    if (!isLive) return
    const isInEditor = !!body.current
      ?.querySelector('.editor-host')
      ?.contains(document.activeElement)
    setIsWatched(!(canChoose && (hasEdited || isInEditor)))
  }, [isLive])

  const isShown = isDraftNewer && (isWatched || !canChoose)
  return { isShown, note: isLive ? renderNote(isShown, canChoose, setIsWatched) : null }
}

function renderNote(
  isShown: boolean,
  canChoose: boolean,
  setIsWatched: (isWatched: boolean) => void,
): ReactNode {
  if (!canChoose) return <p className="note pulse">The AI is writing…</p>
  return (
    <p className="note" role="status">
      <span className="pulse">
        {isShown
          ? 'The AI is writing…'
          : 'The AI is writing a new version. Go on: both are put together when it has ended.'}
      </span>
      <button type="button" className="button small" onClick={() => setIsWatched(!isShown)}>
        {isShown ? 'Back to the editor' : 'Watch'}
      </button>
    </p>
  )
}
