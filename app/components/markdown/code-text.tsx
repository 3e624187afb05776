import { useContext, useEffect, useRef, useState } from 'react'
import { useHydrated } from '#hooks/use-hydrated.ts'
import { ColourContext } from './colour-context.ts'
import { lazyPaintQueue } from './load-paint-queue.ts'

type CodeTextProps = { code: string; language: string | undefined; isOpen: boolean }

/** On the server it is there from the start. */
const paintedHtml = import.meta.env.SSR
  ? (await import('./painted-html.ts')).paintedHtml
  : undefined

/**
 * Code as an element with its colours. The server colours what it renders. In the browser
 * code that comes later is plain until it is whole, and is coloured then.
 */
export function CodeText({ code, language, isOpen }: CodeTextProps) {
  const isColoured = useContext(ColourContext)
  const isServed = !useHydrated()
  const [first] = useState({ code, isServed })
  if (paintedHtml) {
    const html = isColoured && language ? paintedHtml(code, language) : null
    // The browser colours the others by this attribute.
    if (html === null) return <code data-behind={language}>{code}</code>
    // biome-ignore lint/security/noDangerouslySetInnerHtml: spans of ours around escaped text
    return <code dangerouslySetInnerHTML={{ __html: html }} />
  }
  if (first.isServed) {
    // What is in it stays, since this text never changes (see markdown.tsx).
    // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which replaces nothing
    return <code suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  }
  return <GrowingCode code={code} language={language} isOpen={isOpen} first={first.code} />
}

/** Code that may grow. React renders its beginning; all that follows is added here. */
function GrowingCode({ code, language, isOpen, first }: CodeTextProps & { first: string }) {
  const element = useRef<HTMLElement>(null)
  const shown = useRef(first)

  useEffect(() => {
    const place = element.current
    if (!place) return
    if (shown.current !== code) showCode(place, shown.current, code)
    shown.current = code
    if (isOpen || !language) return
    return lazyPaintQueue.whenLoaded(({ requestPaint }) => requestPaint(place, code, language))
  }, [code, language, isOpen])

  return <code ref={element}>{first}</code>
}

/** Shows code, of which only the end is new where it can be, since a browser then keeps what it has laid out. */
function showCode(place: HTMLElement, shown: string, code: string) {
  const last = place.lastChild
  if (place.childNodes.length === 1 && last instanceof Text && code.startsWith(shown)) {
    last.appendData(code.slice(shown.length))
  } else {
    place.textContent = code
  }
}
