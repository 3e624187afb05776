import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Takes files that are dropped anywhere on the column of the conversation.
 *
 * @param inside an element of that column
 * @returns whether files are held over it
 */
export function useColumnDrop(
  inside: RefObject<HTMLElement>,
  onFiles: (files: FileList) => void,
): boolean {
  const [isOver, setIsOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const column = inside.current?.closest<HTMLElement>('.chat-column')
    if (!column) return
    const ended = new AbortController()
    const { signal } = ended
    /** Entering a child comes before leaving its parent. */
    let depth = 0
    function change(by: number) {
      depth = Math.max(0, depth + by)
      setIsOver(depth > 0)
    }
    function listen(type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', by: number) {
      column?.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return
          event.preventDefault()
          if (by !== 0) change(by)
          if (type === 'drop') latest.current(event.dataTransfer.files)
        },
        { signal },
      )
    }
    listen('dragenter', 1)
    listen('dragover', 0)
    listen('dragleave', -1)
    listen('drop', -Number.MAX_SAFE_INTEGER)
    return () => ended.abort()
  }, [inside])
  return isOver
}
