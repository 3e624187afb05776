import { type RefObject, useEffect } from 'react'

const INSERT = 'composer-insert'

/** Adds a text to the message that is being written, at the caret, and goes there. */
export function insertIntoComposer(text: string) {
  window.dispatchEvent(new CustomEvent<string>(INSERT, { detail: text }))
}

/** Takes the texts that other parts of the page add to the message. */
export function useInsertedText(field: RefObject<HTMLTextAreaElement>) {
  useEffect(() => {
    function insert(event: Event) {
      const area = field.current
      if (!area || !(event instanceof CustomEvent)) return
      area.focus()
      area.setRangeText(String(event.detail), area.selectionStart, area.selectionEnd, 'end')
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
    window.addEventListener(INSERT, insert)
    return () => window.removeEventListener(INSERT, insert)
  }, [field])
}
