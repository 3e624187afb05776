import { useCallback, useEffect, useState } from 'react'
import { insertIntoComposer } from '#hooks/composer-events.ts'

/** Pixels between the selection and the button, and from there to the edge of the window. */
const DISTANCE = 8
const WIDTH = 110
const HEIGHT = 40

/** Stands at the text that is selected in a reply, and quotes it in the message that is being written. */
export default function QuoteButton() {
  const [place, setPlace] = useState(placeOfSelection)
  const quote = useCallback(() => {
    const selection = document.getSelection()
    const text = selection?.toString().trim()
    selection?.removeAllRanges()
    if (text) insertIntoComposer(quoteOf(text))
  }, [])

  useEffect(() => {
    const move = () => setPlace(placeOfSelection())
    function onKeyDown(event: KeyboardEvent) {
      // By its place on the keyboard: with Alt it writes another letter on some.
      if (!event.altKey || event.code !== 'KeyQ') return
      // AltGr, which writes "@" on some, is Alt with Ctrl to Windows.
      if (event.ctrlKey || event.metaKey || event.getModifierState('AltGraph')) return
      event.preventDefault()
      quote()
    }
    document.addEventListener('selectionchange', move)
    document.addEventListener('scroll', move, { capture: true, passive: true })
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('selectionchange', move)
      document.removeEventListener('scroll', move, { capture: true })
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [quote])

  return (
    <button
      type="button"
      className="button small quote-button"
      style={place}
      aria-keyshortcuts="Alt+Q"
      // The selection would be gone with the press.
      onPointerDown={(event) => event.preventDefault()}
      onClick={quote}
    >
      <span className="icon i-quote" aria-hidden="true" />
      Quote <kbd>Alt+Q</kbd>
    </button>
  )
}

/** Each line of a text as a quotation, with an empty line behind it to go on in. */
export function quoteOf(text: string): string {
  return `${text.replace(/\n{3,}/g, '\n\n').replace(/^/gm, '> ')}\n\n`
}

/** Below the end of what is selected, above its beginning where there is no room. */
function placeOfSelection(): { top: number; left: number } {
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null
  const rect = range?.getBoundingClientRect() ?? new DOMRect()
  const hasRoom = rect.bottom + DISTANCE + HEIGHT < window.innerHeight
  return {
    top: Math.max(DISTANCE, hasRoom ? rect.bottom + DISTANCE : rect.top - DISTANCE - HEIGHT),
    left: Math.max(DISTANCE, Math.min(rect.left, window.innerWidth - WIDTH - DISTANCE)),
  }
}
