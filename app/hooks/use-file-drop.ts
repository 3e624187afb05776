import { type DragEvent, useRef, useState } from 'react'

/** Takes files that are dropped on an element: its handlers, and whether files are held over it. */
export function useFileDrop(onFiles: (files: Iterable<File>) => void) {
  const [isOver, setIsOver] = useState(false)
  /** Entering a child comes before leaving its parent. */
  const depth = useRef(0)

  function leave() {
    depth.current = Math.max(0, depth.current - 1)
    if (depth.current === 0) setIsOver(false)
  }

  const handlers = {
    onDragEnter(event: DragEvent) {
      if (!hasFiles(event)) return
      depth.current += 1
      setIsOver(true)
    },
    onDragOver(event: DragEvent) {
      if (hasFiles(event)) event.preventDefault()
    },
    onDragLeave(event: DragEvent) {
      if (hasFiles(event)) leave()
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth.current = 0
      setIsOver(false)
      onFiles(event.dataTransfer.files)
    },
  }
  return { handlers, isOver }
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer.types.includes('Files')
}
