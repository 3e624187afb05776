import { type RefObject, useCallback } from 'react'

/** Grows a text field with its text, where CSS (`field-sizing: content`) does not do it. */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement>): () => void {
  return useCallback(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [field])
}
