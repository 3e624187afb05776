import { type RefObject, useCallback } from 'react'

/**
 * Makes a text field as high as its text, in browsers without the CSS property
 * `field-sizing`.
 *
 * @returns adapts the height; to be called after every change of the text
 */
export function useAutoGrow(field: RefObject<HTMLTextAreaElement>): () => void {
  return useCallback(() => {
    const area = field.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight}px`
  }, [field])
}
